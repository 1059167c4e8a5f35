import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageOf, WaypostError } from '../../src/errors.js';
import type { Entry } from '../../src/schema/entry.js';
import type { StoreStatus } from '../../src/schema/system/health.js';
import { fixAt, locationOf } from '../support/records.js';
import {
  isSegment,
  linesOf,
  makeStoreImage,
  numbersIn,
  openSmallStore,
  restoreImage,
  type StoreImage,
} from '../support/store-image.js';

/** Every so many bytes are hurt; 1, all of them, in the long run. */
const STEP = Number(process.env.WAYPOST_ROT_STEP ?? 53);

/** Numbers of entries that words name: `entry 3 is missing`, `entries 4 to 6 are missing`. */
function namedIn(losses: readonly string[]): number[] {
  return losses.flatMap((loss) => {
    const [, from, to = from] = /^entr(?:y|ies) (\d+)(?: to (\d+))? (?:is|are) missing$/.exec(loss) ?? [];
    if (from === undefined) return [];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
  });
}

const without = (from: readonly number[], gone: Iterable<number>): number[] => {
  const set = new Set(gone);
  return from.filter((n) => !set.has(n));
};
const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

type Opened = { readonly found: number[]; readonly status: StoreStatus };

for (const left of ['by a crash', 'by a stop'] as const) {
  describe(`a store left ${left} and hurt since`, () => {
    let folder = '';
    let image: StoreImage;
    let numbers: number[] = [];
    let last: string;
    let covered = 0;

    before(async () => {
      // Thousands of stores: in memory, for speed.
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

    /** Opens the image with one file changed, reads everything, writes one more, and opens it once again. */
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
      expect(await numbersIn(again, image.entries), 'once more').to.deep.equal(found);
      expect(namedIn(again.status().losses), 'told once more').to.deep.equal(sorted(namedIn(status.losses)));
      expect(again.state.lastLocations.get('further'), 'written since').to.deep.equal(fixAt(1));
      await again.close();
      const [added] = further;
      expect(added?.n, 'a number given twice').to.be.greaterThan(Math.max(...found, ...namedIn(status.losses)));
      return { found, status };
    }

    it('keeps everything when nothing is hurt', async () => {
      const { found, status } = await survive('', Buffer.alloc(0));
      expect(found).to.deep.equal(numbers);
      expect(status.losses).to.deep.equal([]);
    });

    it('loses what was cut off the last segment at any byte, and names it as far as it is known', async function () {
      this.timeout(600_000);
      const whole = image.files.get(last) ?? Buffer.alloc(0);
      const step = Math.min(STEP, 13);
      let tried = 0;
      for (let length = 0; length < whole.length; length += step) {
        const lost = lostByCut(linesOf(whole), length, covered, image.entries);
        const { found, status } = await survive(last, whole.subarray(0, length));
        expect(without(numbers, found), `cut at ${length}`).to.deep.equal(records(lost, image.entries, covered));
        const known = lost.filter((n) => n <= covered);
        expect(namedIn(status.losses), `told when cut at ${length}`).to.deep.equal(known);
        tried += 1;
      }
      console.log(`      ${tried} cuts`);
    });

    it('loses what a hurt byte of any file belongs to and nothing else, and names exactly that', async function () {
      this.timeout(3_600_000);
      let tried = 0;
      let lossless = 0;
      for (const [path, whole] of image.files) {
        for (let place = tried % STEP; place < whole.length; place += STEP) {
          const good = whole[place] ?? 0;
          for (const value of new Set([good ^ (1 << (place % 8)), 0x00, 0x0a])) {
            if (value === good) continue;
            const where = `${path} byte ${place}: ${value} for ${good}`;
            const hurt = Buffer.from(whole);
            hurt[place] = value;
            const { found, status } = await survive(path, hurt).catch((error: unknown) => {
              throw error instanceof WaypostError ? new Error(`${where}: ${messageOf(error)}`) : named(error, where);
            });
            const gone = without(numbers, found);
            const own = isSegment(path) ? hurtBy(whole, place) : [];
            expect(without(gone, own), `${where}: others lost`).to.deep.equal([]);
            const told = namedIn(status.losses);
            expect(without(gone, told), `${where}: not told`).to.deep.equal([]);
            expect(without(told, own), `${where}: told and not lost`).to.deep.equal([]);
            tried += 1;
            if (gone.length === 0) lossless += 1;
          }
        }
      }
      console.log(`      ${tried} hurt bytes, ${lossless} of them without a loss`);
    });
  });
}

/** Adds the place to what went wrong there. */
function named(error: unknown, where: string): Error {
  return new Error(`${where}: ${messageOf(error)}`, { cause: error });
}

/** The entry that a byte of a segment belongs to; a line feed between two is nobody's. */
function hurtBy(segment: Buffer, place: number): number[] {
  const line = linesOf(segment).find(({ end }) => place < end);
  return line === undefined || place === line.end - 1 ? [] : [line.n];
}

/** Entries whose lines are cut, and those of a batch that is cut unless it is known that it was acknowledged. */
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

/** Of the entries lost from the log, those that the state does not have either. */
function records(lost: readonly number[], entries: readonly Entry[], covered: number): number[] {
  const kinds = new Map(entries.map(({ n, kind }) => [n, kind]));
  return lost.filter((n) => n > covered || ['location', 'alert'].includes(kinds.get(n) ?? ''));
}
