import { appendFile, copyFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { repairFolder } from '../../../src/store/check/repair.js';
import { placeSegments } from '../../../src/store/log/place-segments.js';
import { findSegments, indexName, rawName, sortedName } from '../../../src/store/log/segment.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const ENTRIES = 60;
const SIZES = { segmentBytes: 2_500, snapshotBytes: 2_500 };

describe('segment files that belong elsewhere', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  const log = (): string => join(data(), 'log');
  const sorted = (first: number): string => join(log(), sortedName(first));

  /** The first numbers of the sorted segments. `deviceId`: that of the gateway's only device. */
  async function fill(target = data(), deviceId = 'bus'): Promise<number[]> {
    const store = await openTestStore(target, SIZES);
    for (let second = 0; second < ENTRIES; second++) await store.append([locationOf(deviceId, fixAt(second))]);
    await store.close();
    const found = await findSegments(join(target, 'log'));
    return found.filter((segment) => segment.sorted).map(({ first }) => first);
  }

  const whats = async (): Promise<string> =>
    (await checkFolder(data())).findings.map(({ weight, what }) => `${weight}: ${what}`).join('\n');
  const repair = (): Promise<unknown> =>
    repairFolder({
      ...{ folder: data(), clock: createTestClock(), logger: silentLogger },
      ...{ ...SIZES, retention: { days: 0, bytes: 0 } },
    });

  /** Every fix once, in ranges and in order of arrival; returns what the start names. */
  async function expectWhole(lost: readonly number[] = []): Promise<string> {
    const store = await openTestStore(data(), SIZES);
    const numbers = Array.from({ length: ENTRIES }, (_, index) => index + 1).filter((n) => !lost.includes(n));
    expect(await everyLocation(store, 'bus')).to.deep.equal(numbers.map((n) => fixAt(n - 1)));
    const found: number[] = [];
    for (let after = 0; after < store.state.n;) {
      const page = await store.history.readArrivals({ after, until: store.state.n, wants: () => true, limit: 1_000 });
      found.push(...page.entries.map(({ n }) => n));
      after = page.to;
    }
    expect(found).to.deep.equal(numbers);
    const { losses } = store.status();
    await store.close();
    return losses.join('\n');
  }

  async function expectRepaired(): Promise<void> {
    await repair();
    expect(await expectWhole()).to.equal('');
  }

  for (const [what, target, files] of [
    ['a copy between two segments', (firsts: readonly number[]) => (firsts[1] ?? 0) + 1, [sortedName]],
    ['a copy with its index', (firsts: readonly number[]) => (firsts[1] ?? 0) + 2, [sortedName, indexName]],
    ['a copy under a lower number', (firsts: readonly number[]) => (firsts[1] ?? 0) - 1, [sortedName]],
    ['a copy behind the newest segment', () => 500, [sortedName]],
  ] as const) {
    it(`${what} is ignored and named, by a start and by check, and repair saves it`, async () => {
      const firsts = await fill();
      for (const name of files) await copyFile(join(log(), name(firsts[1] ?? 0)), join(log(), name(target(firsts))));
      const name = sortedName(target(firsts));
      expect(await whats()).to.match(/^fault: is ignored: its entries \d+ to \d+ are also in \d+\.sorted\.jsonl$/m);
      expect(await expectWhole()).to.match(
        new RegExp(`^${name} is ignored: .*; stop the gateway and run: waypost check`),
      );
      await expectRepaired();
      expect((await readdir(log())).join()).to.contain(`${name}.corrupt-`);
    });
  }

  it('a copy of the open segment is ignored, and the next entries follow the last one', async () => {
    await fill();
    const raw = (await findSegments(log())).at(-1)?.first ?? 0;
    await copyFile(join(log(), rawName(raw)), join(log(), rawName(raw + 1)));
    const store = await openTestStore(data(), SIZES);
    expect(store.status().losses.join()).to.contain(`${rawName(raw + 1)} is ignored`);
    expect((await store.append([locationOf('bus', fixAt(ENTRIES))])).map(({ n }) => n)).to.deep.equal([ENTRIES + 1]);
    await store.close();
    await repair();
    const again = await openTestStore(data(), SIZES);
    expect(await everyLocation(again, 'bus')).to.have.length(ENTRIES + 1);
    expect(again.status().losses).to.deep.equal([]);
    await again.close();
  });

  it('exchanged files count by their entries, the exchange is named, and repair undoes it', async () => {
    const [, first = 0, , second = 0] = await fill();
    await rename(sorted(first), join(folder(), 'first'));
    await rename(sorted(second), sorted(first));
    await rename(join(folder(), 'first'), sorted(second));
    expect(await whats()).to.match(/fault: has the name of another segment: it has the entries/);
    expect(await expectWhole()).to.match(
      new RegExp(`${sortedName(second)} has the name of another segment: it has the entries ${first} to \\d+`),
    );
    await expectRepaired();
    expect(await whats()).to.equal('');
  });

  it('a repair that was killed between two names goes on with the next one', async () => {
    const [, first = 0] = await fill();
    await rename(sorted(first), `${sorted(first)}.moving`);
    expect(await whats()).to.match(/fault: a segment whose renaming was interrupted/);
    await expectRepaired();
  });

  it('a segment of another gateway takes no number from a present one', async () => {
    const firsts = await fill();
    const other = await fill(join(folder(), 'other'), 'a device with a long id of another gateway');
    const [from = 0] = other.filter((first) => first > (firsts[1] ?? 0) && !firsts.includes(first));
    await copyFile(join(folder(), 'other/log', sortedName(from)), sorted(from));
    expect(await whats()).to.match(/fault: is ignored/);
    expect(await expectWhole()).to.contain(`${sortedName(from)} is ignored`);
    await expectRepaired();
  });

  it('a segment in the place of a longer one of another gateway is a gap, and the next ones keep their entries', async () => {
    const firsts = await fill();
    const [, first = 0, next = 0] = firsts;
    const store = await openTestStore(join(folder(), 'other'), { ...SIZES, segmentBytes: 9_000 });
    for (let second = 0; second < ENTRIES; second++) await store.append([locationOf('van', fixAt(second))]);
    await store.close();
    const lines = (await readFile(join(folder(), 'other/log', sortedName(1)), 'utf8')).split('\n');
    await writeFile(sorted(first), lines.slice(first - 1).join('\n'));
    const lost = Array.from({ length: next - first }, (_, index) => first + index);
    expect(await expectWhole(lost)).to.contain(`entries ${first} to ${next - 1} are missing`);
  });

  it('a file that is copied while the gateway runs counts for nothing, and is named until it is gone', async () => {
    const firsts = await fill();
    const store = await openTestStore(data(), SIZES);
    const copy = (firsts[1] ?? 0) + 1;
    await copyFile(sorted(firsts[1] ?? 0), sorted(copy));
    store.scrub();
    while (store.status().losses.length === 0) await new Promise(setImmediate);
    expect(store.status().losses.join()).to.match(new RegExp(`^${sortedName(copy)} is ignored`));
    expect(await everyLocation(store, 'bus')).to.have.length(ENTRIES);
    await store.close();
  });

  it('an index of another segment is replaced', async () => {
    const [first = 0, second = 0] = await fill();
    await copyFile(join(log(), indexName(first)), join(log(), indexName(second)));
    expect(await expectWhole()).to.equal('');
    expect(await whats()).to.equal('');
  });

  it('a segment without its middle loses the entries that are cut, and names them', async () => {
    const [, first = 0] = await fill();
    const lines = (await readFile(sorted(first), 'utf8')).split('\n');
    await writeFile(sorted(first), [...lines.slice(0, 2), ...lines.slice(4)].join('\n'));
    expect(await expectWhole([first + 2, first + 3])).to.equal(`entries ${first + 2} to ${first + 3} are missing`);
  });

  it('garbage behind the last entry, which a cut left, is no loss and no fault, and is saved', async () => {
    await fill();
    const raw = join(log(), rawName((await findSegments(log())).at(-1)?.first ?? 0));
    await rm(raw.replace('.jsonl', '.rows.json'), { force: true });
    await appendFile(raw, Buffer.from('\u0007\u001b garbage, and more\nof it\n and again'));
    await cp(data(), join(folder(), 'cut'), { recursive: true });
    expect(await whats()).to.equal('');
    expect(await expectWhole()).to.equal('');
    expect(await whats()).to.match(/^note: bytes saved as corrupt$/);
  });

  it('a file in the place of the log folder is named with its own remedy, by check and by a start', async () => {
    await fill();
    await rename(log(), join(folder(), 'log'));
    await writeFile(log(), '');
    for (const open of [() => checkFolder(data()), () => openTestStore(data(), SIZES)])
      expect(await open().then(() => '', messageOf)).to.match(/log is a file, .*move it away, then restore a backup/);
  });
});

describe('placeSegments', () => {
  const place = (name: number, first: number, last: number) => ({ name, fileName: String(name), first, last });
  const namesOf = (found: readonly ReturnType<typeof place>[]) => {
    const { kept, misplaced } = placeSegments(found);
    return {
      kept: kept.map(({ name }) => name),
      ignored: misplaced.flatMap(({ fileName, rightName }) => (rightName === undefined ? Number(fileName) : [])),
    };
  };

  for (const [rule, found, kept, ignored] of [
    ['files that follow each other are all kept', [place(1, 1, 9), place(10, 10, 19)], [1, 10], []],
    ['a gap between two files moves nothing', [place(1, 1, 9), place(15, 15, 19)], [1, 15], []],
    [
      'of two files with the same entries, the one with the right name counts',
      [place(1, 1, 9), place(5, 1, 9), place(10, 10, 19)],
      [1, 10],
      [5],
    ],
    [
      'a file within another one that the next one continues is ignored',
      [place(1, 1, 9), place(5, 5, 12), place(10, 10, 19)],
      [1, 10],
      [5],
    ],
    [
      'a file that reaches over others that continue each other is ignored',
      [place(1, 1, 15), place(10, 10, 19), place(20, 20, 29)],
      [10, 20],
      [1],
    ],
  ] as const) {
    it(rule, () => {
      expect(namesOf(found)).to.deep.equal({ kept, ignored });
    });
  }
});
