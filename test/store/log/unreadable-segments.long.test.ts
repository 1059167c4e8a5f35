import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { repairFolder } from '../../../src/store/check/repair.js';
import { findSegments, sortedName } from '../../../src/store/log/segment.js';
import { silentLogger } from '../../../src/logger.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const ENTRIES = 120;
const SIZES = { segmentBytes: 2_500, snapshotBytes: 2_500 };
const MADE = '2026-11-21T08:00:00.000Z';

/** What takes the place of a segment, and the reason that its reads have. */
const FAULTS: Readonly<Record<string, { readonly make: (path: string) => Promise<unknown>; readonly reason: RegExp }>> =
  {
    // The first page of a process is not mapped: reading it is an I/O error.
    'an I/O error': { make: (path) => symlink('/proc/self/mem', path), reason: /the disk is failing: EIO/ },
    'a folder': { make: (path) => mkdir(path), reason: /EISDIR|not a regular file/ },
    'a link to itself': { make: (path) => symlink(basename(path), path), reason: /ELOOP/ },
    nothing: { make: () => Promise.resolve(), reason: /ENOENT/ },
  };

describe('unreadable segments', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  const log = (): string => join(data(), 'log');
  const pathOf = (first: number): string => join(log(), sortedName(first));

  async function fill(): Promise<number[]> {
    const store = await openTestStore(data(), SIZES);
    for (let second = 0; second < ENTRIES; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    return (await findSegments(log())).filter(({ sorted }) => sorted).map(({ first }) => first);
  }

  /** The file is moved away, so that it can be put back. */
  async function breakSegment(first: number, kind: string): Promise<void> {
    await rename(pathOf(first), join(folder(), String(first)));
    await FAULTS[kind]?.make(pathOf(first));
  }
  async function putBack(first: number): Promise<void> {
    await rm(pathOf(first), { force: true, recursive: true });
    await rename(join(folder(), String(first)), pathOf(first));
  }

  const readAll = async (store: Store): Promise<{ found: number[]; gaps: string[] }> => {
    const found: number[] = [];
    const gaps: string[] = [];
    for (let after = 0; after < store.state.n;) {
      const page = await store.history.readArrivals({ after, until: store.state.n, wants: () => true, limit: 1_000 });
      found.push(...page.entries.map(({ n }) => n));
      if (page.gap !== undefined) gaps.push(`${page.gap.from} to ${page.gap.to}`);
      after = page.to;
    }
    return { found, gaps };
  };

  /** The entries of the segments, and the ranges of their numbers. */
  function numbersOf(firsts: readonly number[], lost: readonly number[]) {
    const ranges = lost.map((first) => ({ from: first, to: (firsts[firsts.indexOf(first) + 1] ?? 0) - 1 }));
    const isLost = (n: number): boolean => ranges.some(({ from, to }) => n >= from && n <= to);
    const rest = Array.from({ length: ENTRIES }, (_, index) => index + 1).filter((n) => !isLost(n));
    return { rest, texts: ranges.map(({ from, to }) => `${from} to ${to}`) };
  }

  for (const isAtStart of [false, true]) {
    it(`a closed segment that cannot be read ${isAtStart ? 'at a start' : 'while the store is open'} is a named gap: the rest answers, late records are stored, and it is used again`, async () => {
      const firsts = await fill();
      const broken = new Map(Object.keys(FAULTS).map((kind, index) => [firsts[1 + 2 * index] ?? 0, kind]));
      // A file that is gone at a start is a gap like any other.
      if (isAtStart) for (const [first, kind] of broken) if (kind === 'nothing') broken.delete(first);
      let store = await openTestStore(data(), SIZES);
      if (isAtStart) await store.close();
      for (const [first, kind] of broken) await breakSegment(first, kind);
      if (isAtStart) store = await openTestStore(data(), SIZES);
      const { rest, texts } = numbersOf(firsts, [...broken.keys()]);
      await Promise.all(
        [...broken.keys()].map((first) =>
          store.history.readArrivals({ after: first - 1, until: first, wants: () => true, limit: 1 }),
        ),
      );
      expect(await everyLocation(store, 'bus')).to.deep.equal(rest.map((n) => fixAt(n - 1)));
      expect(await readAll(store)).to.deep.equal({ found: rest, gaps: texts });
      expect(store.status()).to.include({ writable: true });
      const [first = 0] = broken.keys();
      const losses = store.status().losses.join('\n');
      for (const [index, [at, kind]] of [...broken].entries()) {
        expect(losses).to.match(new RegExp(`${sortedName(at)} cannot be read .*entries ${texts[index]} are missing`));
        expect(losses).to.match(FAULTS[kind]?.reason ?? /^$/);
      }
      const late = { deviceId: 'bus', location: fixAt(first - 1), source: { protocol: 'http' } };
      expect(await store.history.hasRecord({ kind: 'location', v: late })).to.equal(false);
      for (const one of broken.keys()) await putBack(one);
      if (!isAtStart) expect((await readAll(store)).found).to.have.length(ENTRIES);
      await eventually('every loss is withdrawn', () => {
        store.scrub();
        return store.status().losses.length === 0;
      });
      expect((await readAll(store)).found).to.have.length(ENTRIES);
      expect(await everyLocation(store, 'bus')).to.have.length(ENTRIES);
      await store.close();
    });
  }

  it('check and a backup name a closed segment that cannot be read, and repair leaves it in its place', async () => {
    const firsts = await fill();
    const [, first = 0] = firsts;
    await breakSegment(first, 'an I/O error');
    const { rest, texts } = numbersOf(firsts, [first]);
    const found = (await checkFolder(data())).findings.filter(({ weight }) => weight === 'loss');
    expect(found.map(({ what }) => what).join()).to.contain(`entries ${texts[0]} are missing`);
    expect(found.map(({ remedy }) => remedy).join()).to.contain('waypost backup');
    const file = join(folder(), 'b.gz');
    const { incomplete } = await writeBackup({ folder: data(), file, made: MADE });
    expect(incomplete.join()).to.match(new RegExp(`^log/${sortedName(first)} cannot be read .*entries ${texts[0]}$`));
    const restored = join(folder(), 'restored');
    const { losses } = await restoreBackup({ file, folder: restored, now: MADE, dryRun: false });
    expect(losses.join()).to.contain(`entries ${texts[0]} are missing`);
    const store = await openTestStore(restored, SIZES);
    expect((await readAll(store)).found).to.include.members(rest);
    await store.close();
    await repairFolder({
      folder: data(),
      clock: createTestClock(),
      logger: silentLogger,
      ...SIZES,
      retention: { days: 0, bytes: 0 },
    });
    expect((await checkFolder(data())).findings.map(({ what }) => what).join()).to.contain(texts[0]);
    await putBack(first);
    expect((await checkFolder(data())).findings.filter(({ weight }) => weight === 'loss')).to.deep.equal([]);
  });

  it('a store whose only record of an entry cannot be read is read-only: it never looks like a new installation', async () => {
    const [first = 0] = await fill();
    for (const name of ['state.json', 'state.1.json']) await rm(join(data(), name));
    await breakSegment(first, 'an I/O error');
    const store = await openTestStore(data(), SIZES);
    expect(store.status().reason).to.match(
      /cannot be read .*no readable state\.json covers its entries: restore a backup/,
    );
    await store.close();
  });
  it('the newest segment, unreadable at a start, is passed over, and its numbers are not assigned again', async () => {
    await fill();
    const raw = (await readdir(log())).find((name) => /^\d+\.jsonl$/.test(name)) ?? '';
    await cp(join(log(), raw), join(folder(), raw));
    await rm(join(log(), raw));
    await symlink('/proc/self/mem', join(log(), raw));
    const store = await openTestStore(data(), SIZES);
    expect(store.status().writable).to.equal(true);
    expect(store.status().losses.join()).to.contain(`${raw} cannot be read`);
    const [added] = await store.append([locationOf('bus', fixAt(500))]);
    expect(added?.n).to.be.greaterThan(ENTRIES);
    await store.close();
  });
});
