import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { convertStore } from '../../../src/store/state/convert.js';
import { replaceFile } from '../../../src/disk/durable.js';
import { readRetentionMark } from '../../../src/store/log/retention-mark.js';
import type { Migration } from '../../../src/store/state/migrations/migration.js';
import { appendChecksum, verifyChecksum } from '../../../src/store/state/snapshot.js';
import type { StoreOptions } from '../../../src/store/store.js';
import { findSegments, sortedName } from '../../../src/store/log/segment.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const ENTRIES = 60;
/** Segments of about ten entries, a snapshot after each. */
const SIZES = { segmentBytes: 2_000, snapshotBytes: 2_000 };
const RETENTION = { days: 0, bytes: 5_000 };
const MADE = '2026-11-21T08:00:00.000Z';

describe('what is missing in the log', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  const log = (): string => join(data(), 'log');

  async function fill(options: Partial<StoreOptions> = {}, count = ENTRIES): Promise<void> {
    const store = await openTestStore(data(), { ...SIZES, ...options });
    for (let second = 0; second < count; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
  }

  async function lossesAtStart(options: Partial<StoreOptions> = {}): Promise<readonly string[]> {
    const store = await openTestStore(data(), { ...SIZES, ...options });
    const { losses, writable } = store.status();
    expect(writable).to.equal(true);
    await store.close();
    return losses;
  }

  async function removeSegment(first: number): Promise<void> {
    const prefix = String(first).padStart(12, '0');
    for (const name of await readdir(log())) if (name.startsWith(prefix)) await rm(join(log(), name));
  }

  const firsts = async (): Promise<number[]> => (await findSegments(log())).map(({ first }) => first);
  async function editState(edit: (state: Readonly<Record<string, unknown>>) => object): Promise<void> {
    const file = join(data(), 'state.json');
    const state = JSON.parse(verifyChecksum(await readFile(file, 'utf8'))) as Record<string, unknown>;
    await writeFile(file, appendChecksum(JSON.stringify(edit(state))));
  }

  it('a log folder that was removed is reported at every start and by check, until new history replaces it', async () => {
    await fill();
    await rm(log(), { recursive: true });
    const loss = `entries 1 to ${ENTRIES} are missing`;
    expect((await checkFolder(data())).findings.map(({ what, weight }) => ({ what, weight }))).to.deep.include({
      what: loss,
      weight: 'loss',
    });
    expect(await lossesAtStart()).to.deep.equal([loss]);
    await fill({}, 1);
    expect(await lossesAtStart()).to.deep.equal([loss]);
    await fill({ retention: RETENTION }, 100);
    expect(await lossesAtStart()).to.deep.equal([]);
  });

  for (const [place, index] of [
    ['front', 0],
    ['middle', 2],
    ['end', -1],
  ] as const) {
    it(`a segment removed at the ${place} is reported at the start and by check`, async () => {
      await fill();
      const starts = await firsts();
      const first = starts.at(index) ?? 0;
      const last = (starts[starts.indexOf(first) + 1] ?? ENTRIES + 1) - 1;
      await removeSegment(first);
      const loss = first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
      expect((await checkFolder(data())).findings.map(({ what }) => what)).to.include(loss);
      expect(await lossesAtStart()).to.deep.equal([loss]);
    });
  }

  it('what retention dropped is no loss, with the newest snapshot or the previous one, and what is missing after it is', async () => {
    await fill({ retention: RETENTION });
    const [first = 0, second = 0] = await firsts();
    expect(first).to.be.greaterThan(1);
    expect(await readRetentionMark(log())).to.equal(first);
    expect(await lossesAtStart()).to.deep.equal([]);
    expect((await checkFolder(data())).findings).to.deep.equal([]);
    await rename(join(data(), 'state.json'), join(folder(), 'newest'));
    expect(await lossesAtStart()).to.deep.equal([]);
    await rename(join(folder(), 'newest'), join(data(), 'state.json'));
    await removeSegment(first);
    expect(await lossesAtStart()).to.deep.equal([`entries ${first} to ${second - 1} are missing`]);
  });

  it('a crash at any step of retention causes no loss', async () => {
    await fill();
    const starts = await firsts();
    const kept = starts[3] ?? 0;
    await cp(data(), join(folder(), 'before'), { recursive: true });
    for (let gone = 0; gone < 8; gone++) {
      await rm(data(), { recursive: true });
      await cp(join(folder(), 'before'), data(), { recursive: true });
      await replaceFile(join(log(), `${String(kept).padStart(12, '0')}.kept`), []);
      // Any of the segments may be gone first, because their removal is not ordered.
      for (const [index, first] of starts.slice(0, 3).entries())
        if ((gone & (1 << index)) !== 0) await removeSegment(first);
      expect((await checkFolder(data())).findings, `step ${gone}`).to.deep.equal([]);
      expect(await lossesAtStart(), `step ${gone}`).to.deep.equal([]);
    }
  });

  it('the state of a version that did not know what retention left counts from the first segment found', async () => {
    await fill({ retention: RETENTION });
    await editState((state) => ({ ...state, keptFrom: undefined }));
    await removeSegment((await firsts())[0] ?? 0);
    expect(await lossesAtStart()).to.deep.equal([]);
    const last = (await firsts()).at(-1) ?? 0;
    await removeSegment(last);
    expect(await lossesAtStart()).to.deep.equal([`entries ${last} to ${ENTRIES} are missing`]);
    await editState((state) => ({ ...state, keptFrom: undefined }));
    await rm(log(), { recursive: true });
    expect((await lossesAtStart()).join()).to.match(/^entries 1 to \d+ are missing$/);
  });

  it('a backup and its restore keep what retention left, also if it dropped more since the snapshot', async () => {
    await fill({ retention: RETENTION });
    await editState((state) => ({ ...state, keptFrom: 1 }));
    const file = join(folder(), 'b.gz');
    await writeBackup({ folder: data(), file, made: MADE });
    const restored = join(folder(), 'restored');
    await restoreBackup({ file, folder: restored, now: MADE, dryRun: false });
    const store = await openTestStore(restored, SIZES);
    expect(store.status().losses).to.deep.equal([]);
    expect(store.state.keptFrom).to.equal(await readRetentionMark(log()));
    await store.close();
  });

  it('a conversion of the log keeps what retention left', async () => {
    await fill({ retention: RETENTION });
    const target = join(folder(), 'target');
    await cp(data(), target, { recursive: true });
    for (const name of await readdir(join(target, 'log'))) await rm(join(target, 'log', name));
    const steps: Migration[] = [{ entry: (change) => change, state: (state) => state }];
    await convertStore({ folder: data(), target, steps, to: 9, replaceFile });
    expect(await readRetentionMark(join(target, 'log'))).to.equal(await readRetentionMark(log()));
    expect(await readdir(join(target, 'log'))).to.include(sortedName((await firsts())[0] ?? 0));
  });
});
