import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { restoreBackup, type RestoreResult } from '../../../src/store/backup/restore.js';
import { readYard, tagOfPicture } from '../../../src/store/backup/yard-files.js';
import { openKeys } from '../../../src/store/keys.js';
import { openSecrets } from '../../../src/store/secrets.js';
import { receiverOfWebhook } from '../../../src/domain/receiver.js';
import type { Change } from '../../../src/schema/entry.js';
import { pngOf } from '../../support/map/png.js';
import { fileOf, forgeBackup, partsOf } from '../../support/store/forge-backup.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const made = '2026-11-21T08:00:00.000Z';
const head = { waypost: 'backup', version: 1, made, format: 2 };

describe('hostile backups', () => {
  const folder = useFolder();
  const at = (...names: string[]): string => join(folder(), ...names);
  const restore = (more: object = {}): Promise<RestoreResult> =>
    restoreBackup({ file: at('b.gz'), folder: at('restored'), now: made, dryRun: false, ...more });
  const refusal = (content: Buffer, more: object = {}): Promise<string> => {
    writeFileSync(at('b.gz'), content);
    return restore(more).then(
      () => 'restored',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  };

  /** The backup of a store with these entries. */
  async function backUp(...changes: readonly Change[]): Promise<Buffer> {
    const store = await openTestStore(at('data'));
    await store.append([{ kind: 'device', v: deviceOf('bus') }, ...changes]);
    await store.close();
    await writeBackup({ folder: at('data'), file: at('b.gz'), made });
    return readFileSync(at('b.gz'));
  }

  for (const first of ['null', '1', '"waypost"', '[]', '{}', 'true', '{"waypost":["backup"]}', '{"waypost":null}']) {
    it(`a file that begins with ${first} is no Waypost backup`, async () => {
      expect(await refusal(gzipSync(`${first}\n`))).to.match(/b\.gz cannot be restored: it is not a Waypost backup$/);
    });
  }

  for (const [what, line] of [
    ['the name of a file is a list', { file: ['state.json'], bytes: 1 }],
    ['the secrets have no salt', { secrets: { N: 16_384, iv: '', tag: '', data: '' } }],
    ['the secrets are a text', { secrets: 'x' }],
    ['the sum is a number', { sha256: 1 }],
    ['the time is an object', { made: {} }],
  ] as const) {
    it(`a backup in which ${what} is damaged`, async () => {
      const refused = await refusal(forgeBackup([{ line: head }, { line }]), { passphrase: 'a passphrase' });
      expect(refused).to.match(/it is damaged: copy it again, or restore another backup$/);
    });
  }

  for (const N of [0, 3, 65_536]) {
    it(`secrets that no passphrase made (N ${N}) do not fit the passphrase`, async () => {
      const line = { secrets: { kdf: 'scrypt', N, salt: 'AAAA', iv: 'AAAA', tag: 'AAAA', data: 'AAAA' } };
      const refused = await refusal(forgeBackup([{ line: head }, { line }]), { passphrase: 'a passphrase' });
      expect(refused).to.match(/^wrong passphrase for/);
    });
  }

  it('a name with more digits than a number of an entry has is none of a store', async () => {
    const name = `log/${'9'.repeat(20)}.jsonl`;
    const refused = await refusal(forgeBackup([{ line: head }, fileOf(name, Buffer.alloc(0))]));
    expect(refused).to.match(/9\.jsonl is not a file of a store$/);
  });

  describe('with a picture of the yard', () => {
    const picture = pngOf([200, 0, 0]);
    const tag = tagOfPicture(picture);
    const yard = { type: 'image/png', width: 256, height: 256, bytes: picture.length, tag, place: null };

    async function restoreYard(
      own: unknown,
      file = picture,
      name = `picture-${tag}`,
    ): Promise<{ readonly losses: readonly string[]; readonly isThere: boolean }> {
      const backup = await backUp();
      const files = [
        fileOf(`files/yard/${name}`, file),
        fileOf('files/yard/yard.json', Buffer.from(JSON.stringify(own))),
      ];
      writeFileSync(at('b.gz'), forgeBackup([...partsOf(backup), ...files]));
      const { losses } = await restore();
      return { losses, isThere: existsSync(at('restored', 'files/yard/yard.json')) };
    }

    it('a picture that fits its yard.json is restored', async () => {
      const { losses, isThere } = await restoreYard({ file: `picture-${tag}`, yard });
      expect({ losses, isThere }).to.deep.equal({ losses: [], isThere: true });
      expect(await readYard(at('restored', 'files/yard'))).to.deep.equal(yard);
    });

    for (const [what, own] of [
      ['a path as its tag', { tag: '/../../../keys.json' }],
      ['a device as its tag', { tag: '/../../../../../../dev/zero' }],
      ['a tag in capitals', { tag: tag.toUpperCase() }],
      ['a list as its tag', { tag: [tag] }],
      ['a page as its type', { type: 'text/html' }],
      ['a drawing with script as its type', { type: 'image/svg+xml' }],
      ['a size that is no number', { width: '256' }],
      ['a size beyond all', { width: 1e308, height: 1e308 }],
      ['another type than the file', { type: 'image/webp' }],
      ['another size than the file', { height: 255 }],
      ['another length than the file', { bytes: 1 }],
      ['a place beyond the earth', { place: { latitude: 1e308, longitude: 0, widthMeters: 1 } }],
      ['a place without a width', { place: { latitude: 1, longitude: 0 } }],
    ] as const) {
      it(`one with ${what} is left out, and named`, async () => {
        const { losses, isThere } = await restoreYard({ file: `picture-${tag}`, yard: { ...yard, ...own } });
        expect(isThere).to.equal(false);
        expect(losses).to.have.length(1);
        expect(losses[0]).to.match(/^the picture of the yard is left out: /);
      });
    }

    for (const content of [null, [], 'x', 1, {}, { yard: null }, { yard: [] }]) {
      it(`a yard.json with ${JSON.stringify(content)} is left out, and named`, async () => {
        const { losses, isThere } = await restoreYard(content);
        expect({ isThere, count: losses.length }).to.deep.equal({ isThere: false, count: 1 });
      });
    }

    it('a file that is no picture is left out, also under the right name of its content', async () => {
      const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      const own = { ...yard, tag: tagOfPicture(page), bytes: page.length };
      const { losses, isThere } = await restoreYard({ yard: own }, page, `picture-${own.tag}`);
      expect({ isThere, count: losses.length }).to.deep.equal({ isThere: false, count: 1 });
    });

    it('a yard.json that is in the folder already is not used either', async () => {
      await restoreYard({ file: `picture-${tag}`, yard });
      writeFileSync(
        at('restored', 'files/yard/yard.json'),
        JSON.stringify({ yard: { ...yard, tag: '/../../../keys.json' } }),
      );
      const wrong: string[] = [];
      expect(await readYard(at('restored', 'files/yard'), (one) => wrong.push(one))).to.equal(undefined);
      expect(wrong.join()).to.match(/yard\.json is not used: \/yard\/tag must be 16 hexadecimal digits; upload/);
    });
  });

  describe('with other receivers', () => {
    const hook = (url: string): Change => ({ kind: 'webhook', v: { name: 'hook', url, enabled: true } });
    const host = (value: string): Change => ({ kind: 'setting', v: { key: 'notifications.email.smtp.host', value } });
    const SECRETS = { 'notifications.email.smtp.password': 'post office', 'notifications.sms.pin': '' };

    /** A folder of an earlier version, without the receivers of its secrets. */
    async function prepare(): Promise<Buffer> {
      const hostile = await backUp(hook('https://evil.example/a'), host('evil.example'));
      const store = await openTestStore(at('restored'));
      await store.append([hook('https://hooks.example/secret-path'), host('mail.example')]);
      await store.close();
      await openKeys(at('restored'));
      const path = at('restored', 'keys.json');
      const keys = JSON.parse(readFileSync(path, 'utf8')) as object;
      const secrets = {
        'notifications.email.smtp.password': 'post office',
        'webhooks.hook.secret': 'sixteen letters!',
      };
      writeFileSync(path, JSON.stringify({ ...keys, ...secrets }));
      writeFileSync(at('b.gz'), hostile);
      return hostile;
    }

    const expected = [
      { key: 'notifications.email.smtp.password', was: 'mail.example', now: 'evil.example' },
      { key: 'webhooks.hook', was: 'https://hooks.example', now: 'https://evil.example' },
    ];

    it('a dry run lists them and binds nothing', async () => {
      await prepare();
      expect((await restore({ dryRun: true })).receivers).to.deep.equal(expected);
      expect(readFileSync(at('restored', 'keys.json'), 'utf8')).not.to.include('receivers');
    });

    it('a restore binds the secrets of an earlier version to the store that it replaces', async () => {
      await prepare();
      expect((await restore()).receivers).to.deep.equal(expected);
      const { named, receiverOf } = await openSecrets(at('restored'));
      expect(receiverOf('notifications.email.smtp.password')).to.deep.equal({ host: 'mail.example' });
      expect(named.get('webhooks', 'hook')).to.deep.equal({
        secrets: { secret: 'sixteen letters!' },
        receiver: receiverOfWebhook({ url: 'https://hooks.example/secret-path' }),
      });
    });

    it('the first start binds secrets once, and later ones leave them as they are', async () => {
      await prepare();
      const bound = { 'webhooks.hook': receiverOfWebhook({ url: 'https://hooks.example/secret-path' }) };
      await (await openSecrets(at('restored'))).bind(bound);
      const again = await openSecrets(at('restored'));
      await again.bind({ 'webhooks.hook': receiverOfWebhook({ url: 'https://evil.example' }) });
      expect(again.named.get('webhooks', 'hook').receiver).to.deep.equal(bound['webhooks.hook']);
      expect(again.receiverOf('notifications.email.smtp.password')).to.equal(undefined);
      await again.saveSettings(SECRETS, { 'notifications.email.smtp.password': { host: 'mail.example', port: 25 } });
      const last = await openSecrets(at('restored'));
      expect(last.receiverOf('notifications.email.smtp.password')).to.deep.equal({ host: 'mail.example', port: 25 });
      expect(readdirSync(at('restored'))).not.to.include('keys.json.tmp');
    });

    it('a backup with the same receivers asks for nothing', async () => {
      const backup = await backUp(hook('https://hooks.example/secret-path'), host('mail.example'));
      await prepare();
      writeFileSync(at('b.gz'), backup);
      expect((await restore()).receivers).to.deep.equal([]);
    });
  });
});
