import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { messageOf } from '../../src/errors.js';
import { silentLogger, type Logger } from '../../src/logger.js';
import { writeBackup } from '../../src/store/backup/backup.js';
import { restoreBackup } from '../../src/store/backup/restore.js';
import { checkFolder } from '../../src/store/check/check.js';
import { repairFolder } from '../../src/store/check/repair.js';
import { openKeys } from '../../src/store/keys.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { openTestStore } from '../support/store/store.js';
import { createTestClock } from '../support/time/clock.js';

const MADE = '2026-11-21T08:00:00.000Z';
const SIZES = { segmentBytes: 1_000, snapshotBytes: 1_000_000, retention: { days: 0, bytes: 0 } };

describe('a data folder that was tampered with', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');

  async function fill(): Promise<void> {
    const store = await openTestStore(data(), { segmentBytes: 1_000 });
    for (let second = 0; second < 20; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    await openKeys(data());
  }

  for (const [kind, make] of [
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    [
      'a folder',
      (path: string) => {
        mkdirSync(path);
      },
    ],
  ] as const) {
    it(`a start with ${kind} as a segment is read-only and names it`, async () => {
      await fill();
      const newest = join(
        data(),
        'log',
        readdirSync(join(data(), 'log'))
          .filter((name) => /^\d+\.jsonl$/.test(name))
          .at(-1) ?? '',
      );
      rmSync(newest);
      make(newest);
      const store = await openTestStore(data());
      expect(store.status().writable).to.equal(false);
      expect(store.status().reason).to.equal(`${newest} is not a regular file: move it away and start again`);
      expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(19));
      await store.close();
      expect((await checkFolder(data())).findings.map(({ what }) => what).join()).to.contain('is not a regular file');
    });

    it(`a start with ${kind} in the place of state, format or index reads the others`, async () => {
      await fill();
      const index = readdirSync(join(data(), 'log')).find((name) => name.endsWith('.index.json')) ?? '';
      for (const name of ['state.1.json', 'format.json', join('log', index)]) {
        rmSync(join(data(), name), { force: true });
        make(join(data(), name));
      }
      const store = await openTestStore(data()).catch(messageOf);
      if (typeof store === 'string') expect(store).to.match(/EISDIR|not a regular file|is a directory/);
      else {
        expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(19));
        await store.close().catch(() => undefined);
      }
    });
  }

  /** The files that are replaced as a whole, each by way of `<file>.tmp`. */
  const REPLACED = ['state.json', 'state.1.json', 'format.json', 'keys.json', 'backups/b.gz'];

  for (const [kind, make] of [
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    [
      'a link',
      (path: string) => {
        symlinkSync(join(folder(), 'target'), path);
      },
    ],
  ] as const) {
    it(`${kind} in the place of a file that is being written is replaced, and check reports it`, async () => {
      writeFileSync(join(folder(), 'target'), 'of others');
      mkdirSync(join(data(), 'backups'), { recursive: true });
      for (const name of REPLACED) make(join(data(), `${name}.tmp`));
      make(join(data(), 'lock'));
      mkdirSync(join(data(), 'log'));
      for (let first = 1; first <= 20; first++)
        for (const ending of ['sorted.jsonl', 'index.json', 'order.json'])
          make(join(data(), 'log', `${String(first).padStart(12, '0')}.${ending}.tmp`));
      await fill();
      await writeBackup({ folder: data(), file: join(data(), 'backups/b.gz'), made: MADE });
      const inLog = readdirSync(join(data(), 'log')).filter((name) => name.endsWith('.sorted.jsonl'));
      expect(inLog.length).to.be.greaterThan(3);
      for (const name of [
        'state.json',
        'format.json',
        'keys.json',
        'backups/b.gz',
        ...inLog.map((one) => `log/${one}`),
      ])
        expect(lstatSync(join(data(), name)).isFile(), name).to.equal(true);
      const { findings } = await checkFolder(data());
      const found = findings.map(({ file, what }) => `${basename(file)} ${what}`);
      if (kind === 'a pipe') expect(found).to.include('state.1.json.tmp is not a regular file');
      await repairFolder({ folder: data(), clock: createTestClock(), logger: silentLogger, ...SIZES });
      expect((await checkFolder(data())).findings).to.deep.equal([]);
      const store = await openTestStore(data());
      expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(19));
      await store.close();
      expect(readFileSync(join(folder(), 'target'), 'utf8')).to.equal('of others');
    });
  }

  it('files and folders that are open to others are closed at the start, with a line in the log, and check reports them', async () => {
    await fill();
    chmodSync(join(data(), 'keys.json'), 0o666);
    chmodSync(join(data(), 'log'), 0o777);
    const { findings } = await checkFolder(data());
    expect(findings.map(({ file, what }) => `${file.slice(data().length + 1)} ${what}`)).to.have.members([
      'log open to other users',
      'keys.json readable by other users',
    ]);
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (fields: object) => void lines.push(fields) } as unknown as Logger;
    const store = await openTestStore(data(), { logger });
    await store.close();
    expect(lines).to.deep.equal([
      { path: join(data(), 'log'), mode: '777', isDone: true },
      { path: join(data(), 'keys.json'), mode: '666', isDone: true },
    ]);
    expect([
      statSync(join(data(), 'log')).mode & 0o777,
      statSync(join(data(), 'keys.json')).mode & 0o777,
    ]).to.deep.equal([0o700, 0o600]);
  });

  it('a lock that another process took is never blamed on the gateway before it', async () => {
    await fill();
    const { dev, ino } = statSync(data());
    writeFileSync(join(data(), 'lock'), '{"pid":999999,"host":"depot","since":"2026-01-01T00:00:00.000Z"}\n');
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen({ path: `\0waypost:${dev}:${ino}` }, resolve));
    const reason = await openTestStore(data()).then(() => 'opened', messageOf);
    squatter.close();
    expect(reason).to.contain(`in use by another Waypost (process ${process.pid})`);
  });

  it('a restore refuses what is no backup of a gateway, and changes nothing', async () => {
    await fill();
    const before = readdirSync(data());
    const made = async (edit: (lines: string[]) => string[]): Promise<string> => {
      const lines = edit([]);
      const body = lines.map((line) => `${line}\n`).join('');
      const files = lines.filter((line) => line.startsWith('{"file"')).length;
      const bytes = lines.reduce((sum, line) => sum + Number(/^\{"file".*"bytes":(\d+)/.exec(line)?.[1] ?? 0), 0);
      const sha256 = createHash('sha256').update(body).digest('hex');
      const file = join(folder(), 'made.gz');
      writeFileSync(file, gzipSync(`${body}${JSON.stringify({ files, bytes, sha256 })}\n`));
      return restoreBackup({ file, folder: data(), now: MADE, dryRun: false, requireGateway: true }).then(
        () => 'restored',
        messageOf,
      );
    };
    const head = (format: unknown): string => JSON.stringify({ waypost: 'backup', version: 1, made: MADE, format });
    expect(await made(() => [head(2)])).to.match(/has no gateway or no user/);
    expect(await made(() => [head(-5)])).to.match(/its format is -5, expected 1 to 2/);
    expect(await made(() => [head('2')])).to.match(/its format is 2, expected 1 to 2/);
    const garbage = 'garbage, not an entry at all';
    const file = JSON.stringify({ file: 'log/000000000001.jsonl', bytes: garbage.length + 1 });
    expect(await made(() => [head(2), file, garbage])).to.match(
      /^.*made.gz has no usable store: no entry in .*log can be read \(000000000001.jsonl\); restore another backup$/,
    );
    const own = join(folder(), 'own.gz');
    await writeBackup({ folder: data(), file: own, made: MADE });
    const reason = await restoreBackup({
      file: own,
      folder: data(),
      now: MADE,
      dryRun: false,
      requireGateway: true,
    }).then(() => 'restored', messageOf);
    expect(reason).to.match(/has no gateway or no user/);
    expect(readdirSync(data())).to.have.members(before);
  });
});
