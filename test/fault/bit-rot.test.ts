import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageOf, WaypostError } from '../../src/errors.js';
import type { Entry } from '../../src/schema/entry.js';
import type { StoreStatus } from '../../src/schema/system/health.js';
import { fixAt, locationOf } from '../support/store/records.js';
import {
  isSegment,
  linesOf,
  makeStoreImage,
  numbersIn,
  openSmallStore,
  restoreImage,
  type StoreImage,
} from '../support/store/store-image.js';

/** Every Nth byte is damaged; 1 in the long run: all of them. */
const STEP = Number(process.env.WAYPOST_ROT_STEP ?? 53);

/** Numbers of entries in loss reports: `entry 3 is missing`, `entries 4 to 6 are missing`. */
function reportedNumbers(losses: readonly string[]): number[] {
  return losses.flatMap((loss) => {
    const [, from, to = from] = /^entr(?:y|ies) (\d+)(?: to (\d+))? (?:is|are) missing$/.exec(loss) ?? [];
    if (from === undefined) return [];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
  });
}

const without = (numbers: readonly number[], excluded: Iterable<number>): number[] => {
  const set = new Set(excluded);
  return numbers.filter((n) => !set.has(n));
};
const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

type Opened = { readonly found: number[]; readonly status: StoreStatus };

for (const left of ['by a crash', 'by a stop'] as const) {
  describe(`a store left ${left} and damaged since`, () => {
    let folder = '';
    let image: StoreImage;
    let numbers: number[] = [];
    let last: string;
    let covered = 0;

    before(async () => {
      // Thousands of stores, in memory for speed.
      folder = mkdtempSync('/dev/shm/waypost-rot-');
      image = await makeStoreImage(join(folder, 'made'), left);
      numbers = image.entries.map(({ n }) => n);
      const state = image.files.get('state.json')?.toString().split('\n')[0] ?? '{}';
      covered = (JSON.parse(state) as { n: number }).n;
      last = [...image.files.keys()].find((path) => /^log\/\d+\.jsonl$/.test(path)) ?? '';
    });
    after(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    /** Opens the image with one file changed, reads everything, appends one entry, and opens it again. */
    async function survive(path: string, bytes: Buffer): Promise<Opened> {
      const data = join(folder, 'data');
      restoreImage(data, image, path, bytes);
      const store = await openSmallStore(data);
      const found = await numbersIn(store, image.entries);
      const further = await store.append([locationOf('further', fixAt(1))]);
      const status = store.status();
      await store.close();
      expect(found.length, 'an empty start').to.be.greaterThan(0);
      const again = await openSmallStore(data);
      expect(await numbersIn(again, image.entries), 'again').to.deep.equal(found);
      expect(reportedNumbers(again.status().losses), 'reported again').to.deep.equal(
        sorted(reportedNumbers(status.losses)),
      );
      expect(again.state.lastLocations.get('further'), 'appended since').to.deep.equal(fixAt(1));
      await again.close();
      const [added] = further;
      expect(added?.n, 'a number assigned twice').to.be.greaterThan(
        Math.max(...found, ...reportedNumbers(status.losses)),
      );
      return { found, status };
    }

    it('an undamaged store keeps everything', async () => {
      const { found, status } = await survive('', Buffer.alloc(0));
      expect(found).to.deep.equal(numbers);
      expect(status.losses).to.deep.equal([]);
    });

    it('a last segment truncated at any byte loses what was cut off, and reports the entries that are known', async () => {
      const whole = image.files.get(last) ?? Buffer.alloc(0);
      const step = Math.min(STEP, 13);
      let tried = 0;
      for (let length = 0; length < whole.length; length += step) {
        const lost = lostByCut(linesOf(whole), length, covered, image.entries);
        const { found, status } = await survive(last, whole.subarray(0, length));
        expect(without(numbers, found), `cut at ${length}`).to.deep.equal(
          missingFromState(lost, image.entries, covered),
        );
        const known = lost.filter((n) => n <= covered);
        expect(reportedNumbers(status.losses), `reported when cut at ${length}`).to.deep.equal(known);
        tried += 1;
      }
      console.log(`      ${tried} cuts`);
    });

    it('a damaged byte of any file loses only the entry it belongs to, and exactly that is reported', async function () {
      this.timeout(3_600_000);
      let tried = 0;
      let lossless = 0;
      for (const [path, whole] of image.files) {
        for (let offset = tried % STEP; offset < whole.length; offset += STEP) {
          const good = whole[offset] ?? 0;
          for (const value of new Set([good ^ (1 << (offset % 8)), 0x00, 0x0a])) {
            if (value === good) continue;
            const where = `${path} byte ${offset}: ${value} for ${good}`;
            const damaged = Buffer.from(whole);
            damaged[offset] = value;
            const { found, status } = await survive(path, damaged).catch((error: unknown) => {
              throw error instanceof WaypostError
                ? new Error(`${where}: ${messageOf(error)}`)
                : withContext(error, where);
            });
            const lost = without(numbers, found);
            const own = isSegment(path) ? entryAt(whole, offset) : [];
            expect(without(lost, own), `${where}: others lost`).to.deep.equal([]);
            const reported = reportedNumbers(status.losses);
            expect(without(lost, reported), `${where}: not reported`).to.deep.equal([]);
            expect(without(reported, own), `${where}: reported and not lost`).to.deep.equal([]);
            tried += 1;
            if (lost.length === 0) lossless += 1;
          }
        }
      }
      console.log(`      ${tried} damaged bytes, ${lossless} of them without a loss`);
    });
  });
}

/** Adds where it happened to an error. */
function withContext(error: unknown, where: string): Error {
  return new Error(`${where}: ${messageOf(error)}`, { cause: error });
}

/** The entry that a byte of a segment belongs to; a line feed belongs to none. */
function entryAt(segment: Buffer, offset: number): number[] {
  const line = linesOf(segment).find(({ end }) => offset < end);
  return line === undefined || offset === line.end - 1 ? [] : [line.n];
}

/** Entries whose lines are cut, and those of a cut batch that is not known to be acknowledged. */
function lostByCut(
  lines: readonly { n: number; end: number }[],
  length: number,
  covered: number,
  entries: readonly Entry[],
): number[] {
  const cut = new Set(lines.filter(({ end }) => end > length).map(({ n }) => n));
  const end = entries.find(({ n }) => cut.has(n))?.end;
  const batch = entries.filter((entry) => end !== undefined && end > covered && entry.end === end);
  return sorted([...cut, ...batch.map(({ n }) => n)]);
}

/** The entries lost from the log that the state does not have either. */
function missingFromState(lost: readonly number[], entries: readonly Entry[], covered: number): number[] {
  const kinds = new Map(entries.map(({ n, kind }) => [n, kind]));
  return lost.filter((n) => n > covered || ['location', 'alert'].includes(kinds.get(n) ?? ''));
}
