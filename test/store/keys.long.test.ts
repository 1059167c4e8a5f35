import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Change } from '../../src/schema/entry.js';
import { checkFolder } from '../../src/store/check/check.js';
import { checkKeys } from '../../src/store/check/check-keys.js';
import { openKeys } from '../../src/store/keys.js';
import { openSecrets } from '../../src/store/secrets.js';
import { emptyState } from '../../src/store/state/state.js';
import type { StoreOptions } from '../../src/store/store.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';

const JWT = Buffer.alloc(32, 7).toString('base64url');
const WHOLE = { jwtSecret: JWT, 'webhooks.office.secret': 'w', 'notifications.sms.pin': '1234' };
const text = JSON.stringify(WHOLE);
const write =
  (bytes: string | Buffer) =>
  (path: string): void => {
    writeFileSync(path, bytes);
  };
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

/** Each form of damage, and what it is called. */
const DAMAGED: readonly (readonly [name: string, damage: (path: string) => void, what: string])[] = [
  ['an empty file', write(''), 'it is empty'],
  ['a file of zero bytes', write(Buffer.alloc(120)), 'it has only zero bytes'],
  ['a cut file', write(text.slice(0, -20)), 'it is not JSON, or not all of it'],
  [
    'a file with a zero tail',
    write(Buffer.concat([Buffer.from(text), Buffer.alloc(9)])),
    'it is not JSON, or not all of it',
  ],
  ['a file of other bytes', write(Buffer.from([0xff, 0xfe, 0xfd])), 'it is not JSON, or not all of it'],
  ['a file in UTF-16', write(utf16), 'it is not JSON, or not all of it'],
  ['a list', write('[]'), 'it is not an object'],
  ['a text', write('"jwtSecret"'), 'it is not an object'],
  ['null', write('null'), 'it is not an object'],
  ['another object', write('{"users":[]}'), 'jwtSecret is missing or too short'],
  ['a short key', write(JSON.stringify({ ...WHOLE, jwtSecret: 'abc' })), 'jwtSecret is missing or too short'],
  ['a key that is a number', write(JSON.stringify({ ...WHOLE, jwtSecret: 5 })), 'jwtSecret is missing or too short'],
  [
    'a folder',
    (path: string): void => {
      mkdirSync(join(path, 'x'), { recursive: true });
    },
    'it is not a regular file',
  ],
];

const CHANGES: readonly Change[] = [
  locationOf('bus', fixAt(1)),
  { kind: 'setting', v: { key: 'notifications.sms.path', value: '/dev/ttyUSB2' } },
];

describe('a damaged keys.json', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  const file = (): string => join(data(), 'keys.json');
  const copies = (): string[] => readdirSync(data()).filter((name) => name.startsWith('keys.json.'));

  async function fill(): Promise<void> {
    const store = await openTestStore(data());
    await store.append(CHANGES);
    await store.close();
  }
  async function lossesOfStart(options: Partial<StoreOptions> = {}): Promise<readonly string[]> {
    const store = await openTestStore(data(), options);
    try {
      await store.append([locationOf('bus', fixAt(2))]);
      return store.status().losses;
    } finally {
      await store.close();
    }
  }

  for (const [name, damage, what] of DAMAGED) {
    it(`${name} is set aside, the store goes on, and the loss is named`, async () => {
      await fill();
      damage(file());
      const [finding] = await checkKeys(data(), emptyState());
      expect(finding).to.deep.include({ file: file(), what: `damaged: ${what}`, weight: 'fault' });

      const [signIn = ''] = await lossesOfStart();
      const [copy = ''] = copies();
      expect(copies()).to.have.length(1);
      expect(signIn).to.equal(`keys.json was damaged, saved as ${copy}: every user has to sign in again`);
      const { jwtSecret } = await openKeys(data());
      expect((await openKeys(data())).jwtSecret.equals(jwtSecret)).to.equal(true);
    });
  }

  it('what has to be set again is named until it is set, or the damaged file is removed', async () => {
    await fill();
    writeFileSync(file(), '');
    expect(await lossesOfStart()).to.have.length(2);
    const [copy = ''] = copies();
    const missing = `keys.json was damaged: set these again if they had a secret: notifications.sms.pin; then remove ${copy}`;
    expect(await lossesOfStart()).to.deep.equal([missing]);
    const { findings } = await checkFolder(data());
    expect(findings.filter(({ weight }) => weight === 'fault').map(({ what }) => what)).to.deep.equal([
      'was damaged; without a secret: notifications.sms.pin',
    ]);
    const secrets = await openSecrets(data());
    await secrets.saveSettings({ ...secrets.settings, 'notifications.sms.pin': '1234' });
    expect(await lossesOfStart()).to.deep.equal([]);
    await secrets.saveSettings({ ...secrets.settings, 'notifications.sms.pin': '' });
    rmSync(join(data(), copy));
    expect(await lossesOfStart()).to.deep.equal([]);
    expect((await checkFolder(data())).findings).to.deep.equal([]);
  });

  it('whole secrets of a damaged object stay', async () => {
    await fill();
    writeFileSync(file(), JSON.stringify({ ...WHOLE, 'uplinks.center.apiKey': 5 }));
    expect(await lossesOfStart()).to.deep.equal([]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.deep.equal(WHOLE);
    expect(copies()).to.have.length(1);
  });

  it('a byte order mark is no damage', async () => {
    await fill();
    writeFileSync(file(), `\ufeff${text}`);
    expect(await lossesOfStart()).to.deep.equal([]);
    expect((await openKeys(data())).jwtSecret.toString('base64url')).to.equal(JWT);
    expect(copies()).to.deep.equal([]);
  });

  it('a folder with a damaged file and no log does not look new', async () => {
    mkdirSync(data());
    writeFileSync(file(), '');
    const store = await openTestStore(data());
    expect(store.status()).to.deep.include({ writable: false });
    expect(store.status().reason).to.include('was in use before, but its log is gone');
    await store.close();
    expect(copies()).to.deep.equal([]);
  });
});
