import { expect } from 'chai';
import type { Entry } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { MAX_PAGE_BYTES } from '../../../src/domain/records/page-bytes.js';
import type { Store } from '../../../src/store/store.js';
import { MAX_BYTES_PER_TURN } from '../../../src/store/log/slices.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const COUNT = 600;
/** about 16 KiB as JSON */
const largeFixAt = (second: number): Location => ({
  ...fixAt(second),
  warningTexts: Array.from({ length: 32 }, (_, line) => `${line}`.padEnd(250, 'x')),
  alertTexts: Array.from({ length: 31 }, (_, line) => `${line}`.padEnd(250, 'y')),
});
const DAY = { deviceId: 'bus', from: Date.parse('2026-11-21T00:00:00Z'), to: Date.parse('2026-11-22T00:00:00Z') };

describe('pages of large records', () => {
  const folder = useFolder();
  let store: Store;

  async function fill(segmentBytes: number): Promise<void> {
    store = await openTestStore(folder(), { segmentBytes });
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    // Not in the order of time, so that the segments overlap.
    const order = Array.from({ length: COUNT }, (_, index) => (index * 7) % COUNT);
    for (let at = 0; at < COUNT; at += 50)
      await store.append(order.slice(at, at + 50).map((second) => locationOf('bus', largeFixAt(second))));
  }
  afterEach(() => store.close());

  async function readPages(limit: number): Promise<(readonly Location[])[]> {
    const pages: (readonly Location[])[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.history.locations({ ...DAY, limit, ...(cursor !== undefined && { cursor }) });
      if (!page.ok) throw new Error(page.message);
      pages.push(page.value.records);
      cursor = page.value.next;
    } while (cursor !== undefined);
    return pages;
  }
  const expected = Array.from({ length: COUNT }, (_, second) => fixAt(second).dateTime);
  async function readArrivals(limit: number): Promise<(readonly Entry[])[]> {
    const pages: (readonly Entry[])[] = [];
    const until = store.state.n;
    for (let after = 0; after < until;) {
      const page = await store.history.readArrivals({ after, until, limit, wants: () => true });
      expect(page.from).to.equal(after + 1);
      expect(page.gap).to.equal(undefined);
      pages.push(page.entries);
      after = page.to;
    }
    return pages;
  }
  const timesOf = (pages: readonly (readonly Location[])[]): string[] => pages.flat().map(({ dateTime }) => dateTime);

  for (const [where, segmentBytes] of [
    ['one segment', 64 * 1_048_576],
    ['overlapping segments', 1_048_576],
  ] as const) {
    it(`a page ends before 4 MiB and the next ones have the rest, in ${where}`, async () => {
      await fill(segmentBytes);
      const pages = await readPages(10_000);
      expect(timesOf(pages)).to.deep.equal(expected);
      expect(pages.length).to.be.greaterThan(1);
      for (const page of pages) expect(JSON.stringify(page).length).to.be.at.most(MAX_PAGE_BYTES);
      // No page is much smaller than it may be, except the last one.
      for (const page of pages.slice(0, -1)) expect(JSON.stringify(page).length).to.be.above(MAX_PAGE_BYTES * 0.9);
    });

    it(`pages of a few records are as long as asked for, in ${where}`, async () => {
      await fill(segmentBytes);
      const pages = await readPages(7);
      expect(timesOf(pages)).to.deep.equal(expected);
      expect(pages.slice(0, -1).every(({ length }) => length === 7)).to.equal(true);
    });

    it(`a page in order of arrival ends at 4 MiB and the next ones have the rest, in ${where}`, async () => {
      await fill(segmentBytes);
      const pages = await readArrivals(1_000);
      expect(pages.flat().map(({ n }) => n)).to.deep.equal(Array.from({ length: COUNT + 1 }, (_, index) => index + 1));
      expect(pages.length).to.be.within(3, 5);
      const [first] = pages;
      // The entries without their check sums are a little shorter than their lines.
      expect(JSON.stringify(first).length).to.be.within(MAX_PAGE_BYTES * 0.9, MAX_PAGE_BYTES * 1.01);
      expect((await readArrivals(7)).slice(0, -1).every(({ length }) => length === 7)).to.equal(true);
    });

    it(`other work gets its turn while a page is read, in ${where}`, async () => {
      await fill(segmentBytes);
      let turns = 0;
      const onTurn = (): void => {
        turns += 1;
        next = setImmediate(onTurn);
      };
      let next = setImmediate(onTurn);
      const page = await store.history.locations({ ...DAY, limit: 10_000 });
      clearImmediate(next);
      expect(page.ok).to.equal(true);
      expect(turns).to.be.above(MAX_PAGE_BYTES / MAX_BYTES_PER_TURN / 2);
    });
  }
});
