import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { messageOf } from '../../../src/errors.js';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const MADE = '2026-11-26T12:00:00.000Z';
const FOREIGN = 'it is not a Waypost backup';
const CUT = 'it is cut: copy it again, or restore another backup';
const DAMAGED = 'it is damaged: copy it again, or restore another backup';

describe('a file that is no whole backup', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  let good: Buffer;

  beforeEach(async () => {
    const store = await openTestStore(at('data'));
    for (let second = 0; second < 300; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    await writeBackup({ folder: at('data'), file: at('b.gz'), made: MADE });
    good = readFileSync(at('b.gz'));
  });

  async function reasonOf(bytes: Uint8Array): Promise<string> {
    writeFileSync(at('x.gz'), bytes);
    const options = { file: at('x.gz'), folder: at('new'), now: MADE, dryRun: true };
    const message = await restoreBackup(options).then(() => 'restored', messageOf);
    expect(message.startsWith(`${at('x.gz')} cannot be restored: `), message).to.equal(true);
    return message.slice(`${at('x.gz')} cannot be restored: `.length);
  }
  const flipped = (position: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes[position] = (bytes[position] ?? 0) ^ 0x10;
    return bytes;
  };

  it('another file is no backup, whatever it is', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 1)]);
    for (const bytes of [Buffer.from('a text'), zip, gzipSync('a,b\n1,2\n'), gzipSync('{}\n'), gzipSync('null\n')])
      expect(await reasonOf(bytes)).to.equal(FOREIGN);
    expect(await reasonOf(gzipSync(Buffer.alloc(100_000, 7)))).to.equal(FOREIGN);
    expect(await reasonOf(gzipSync('no line feed'))).to.equal(FOREIGN);
  });

  it('a part of a backup is cut, wherever it ends', async () => {
    for (const share of [0.01, 0.3, 0.5, 0.9]) {
      expect(await reasonOf(good.subarray(0, good.length * share)), String(share)).to.equal(CUT);
    }
    expect(await reasonOf(good.subarray(0, -1))).to.equal(CUT);
    expect(await reasonOf(Buffer.alloc(0))).to.equal(CUT);
  });

  it('a backup with a flipped bit is damaged, wherever it is', async () => {
    for (const share of [0.4, 0.6, 0.8]) {
      expect(await reasonOf(flipped(Math.floor(good.length * share))), String(share)).to.equal(DAMAGED);
    }
    expect(await reasonOf(flipped(good.length - 6))).to.equal(DAMAGED);
  });

  it('a folder and a missing file are named as such', async () => {
    const refusal = (file: string): Promise<string> =>
      restoreBackup({ file, folder: at('new'), now: MADE, dryRun: true }).then(() => 'restored', messageOf);
    expect(await refusal(at('data'))).to.match(/data cannot be restored: .*it is a folder: name a file/);
    expect(await refusal(at('none.gz'))).to.match(
      /none\.gz cannot be restored: .*no such file or folder: check the path/,
    );
  });

  it('what a killed backup left is removed by the next one in its folder, and nothing else', async () => {
    const old = new Date(Date.parse(MADE) - 3_600_000);
    const leave = (name: string, bytes: Uint8Array, time = old): void => {
      writeFileSync(at(name), bytes);
      utimesSync(at(name), time, time);
    };
    leave('monday.gz.tmp', good.subarray(0, good.length / 2));
    leave('running.gz.tmp', good.subarray(0, good.length / 2), new Date(MADE));
    leave('other.tmp', Buffer.from('of another program'));
    leave('archive.tmp', gzipSync('of another program'));
    mkdirSync(at('folder.tmp'));
    appendFileSync(at('c.gz.tmp'), 'left by the same name');
    await writeBackup({ folder: at('data'), file: at('c.gz'), made: MADE });
    const left = ['monday.gz.tmp', 'c.gz.tmp', 'running.gz.tmp', 'other.tmp', 'archive.tmp', 'folder.tmp'];
    expect(left.filter((name) => existsSync(at(name)))).to.deep.equal(left.slice(2));
  });
});
