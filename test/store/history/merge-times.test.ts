import { expect } from 'chai';
import fc from 'fast-check';
import type { Entry } from '../../../src/schema/entry.js';
import { mergeTimes, type TimedSource } from '../../../src/store/history/merge-times.js';
import type { TimedEntry } from '../../../src/store/log/segment.js';
import { fixAt, locationOf } from '../../support/store/records.js';

/** The entry of second `ms`, with number `n`. */
function entryOf({ ms, n }: { readonly ms: number; readonly n: number }): TimedEntry {
  const entry: Entry = { ...locationOf('bus', fixAt(ms)), n, at: fixAt(ms).dateTime, boot: 'testboot', up: n };
  return { ms, entry, bytes: 100 };
}

const keyOf = ({ ms, entry }: TimedEntry): string => `${ms}:${entry.n}`;
const inOrder = (a: TimedEntry, b: TimedEntry): number => a.ms - b.ms || a.entry.n - b.entry.n;

type SourceOptions = { readonly from?: number; readonly onRead?: () => void; readonly onEnd?: () => void };

/** A source of the slices; `onRead` is called when it is opened, `onEnd` when it is closed. */
function sourceOf(
  slices: readonly (readonly TimedEntry[])[],
  { from = slices.flat()[0]?.ms ?? 0, onRead, onEnd }: SourceOptions = {},
): TimedSource {
  async function* read(): AsyncGenerator<readonly TimedEntry[]> {
    onRead?.();
    try {
      for (const slice of slices) yield await Promise.resolve(slice);
    } finally {
      onEnd?.();
    }
  }
  return { from, read };
}

async function collect(slices: AsyncIterable<readonly TimedEntry[]>): Promise<TimedEntry[]> {
  const found: TimedEntry[] = [];
  for await (const slice of slices) {
    expect(slice).to.have.length.greaterThan(0);
    found.push(...slice);
  }
  return found;
}

/** Few times, so that many entries of different sources have the same one. */
const times = fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 }), { maxLength: 6 });

/** Cut into slices of this many entries, the first one of them empty. */
const slicesOf = (entries: readonly TimedEntry[], size: number): TimedEntry[][] => [
  [],
  ...Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, (at + 1) * size)),
];

describe('mergeTimes', () => {
  it('overlapping sources become one in order of time, then number, with every entry once', async () => {
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 3 }),
        async (all, size, early) => {
          let n = 0;
          const sorted = all.map((source) => source.map((ms) => entryOf({ ms, n: (n += 1) })).sort(inOrder));
          const sources = sorted.map((entries) =>
            // A segment knows the time of its first entry, which the query may leave out.
            sourceOf(slicesOf(entries, size), { from: (entries[0]?.ms ?? 0) - early }),
          );
          const merged = await collect(mergeTimes(sources));
          expect(merged.map(keyOf)).to.deep.equal(sorted.flat().sort(inOrder).map(keyOf));
        },
      ),
    );
  });

  it('a source is opened when its time has come, and all are closed when the reader stops', async () => {
    const log: string[] = [];
    const source = (name: string, seconds: readonly number[]): TimedSource =>
      sourceOf(
        seconds.map((ms) => [entryOf({ ms, n: ms })]),
        { onRead: () => log.push(`${name} opened`), onEnd: () => log.push(`${name} closed`) },
      );
    const sources = [source('late', [90, 91]), source('first', [1, 2, 30]), source('second', [10, 40, 50])];
    for await (const [entry] of mergeTimes(sources)) {
      log.push(`${entry?.ms}`);
      if (entry?.ms === 40) break;
    }
    expect(log).to.deep.equal([
      'first opened',
      '1',
      '2',
      'second opened',
      '10',
      '30',
      'first closed',
      '40',
      'second closed',
    ]);
  });

  it('nothing comes of no sources and of empty ones', async () => {
    expect(await collect(mergeTimes([]))).to.deep.equal([]);
    expect(await collect(mergeTimes([sourceOf([]), sourceOf([[], []])]))).to.deep.equal([]);
  });
});
