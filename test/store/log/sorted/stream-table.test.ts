import { expect } from 'chai';
import { createStreamIndexer } from '../../../../src/store/log/sorted/segment-index.js';
import { createSharedNames } from '../../../../src/store/log/sorted/stream-names.js';
import {
  createStreamTable,
  readStreamTable,
  type StoredStreams,
  type StreamIndex,
  type StreamTable,
} from '../../../../src/store/log/sorted/stream-table.js';
import { collectGarbage } from '../../../support/machine/collect-garbage.js';

const FIRST = Date.parse('2026-11-24T00:00:00Z');
const ENTRY_BYTES = 330;

/** The streams of a segment with `entries` entries of each device. */
function streamsOf(devices: number, entries: number): Map<string, StreamIndex> {
  const streams = new Map<string, StreamIndex>();
  let offset = 0;
  for (let device = 0; device < devices; device += 1) {
    const { add, result } = createStreamIndexer();
    for (let entry = 0; entry < entries; entry += 1, offset += ENTRY_BYTES)
      add(FIRST + device + entry * 60_000, offset, ENTRY_BYTES);
    streams.set(`location/bus-${device}`, result());
  }
  return streams;
}

function expectSame(table: ReturnType<typeof createStreamTable>, streams: ReadonlyMap<string, StreamIndex>): void {
  expect([...table.entries()]).to.deep.equal([...streams]);
  expect(table.names()).to.deep.equal([...streams.keys()]);
  expect([...table.offsets]).to.deep.equal(Array.from(streams.values(), ({ offset }) => offset));
  for (const [name, stream] of streams) {
    const { count, from, to } = stream;
    expect(table.get(name)).to.deep.equal(stream);
    expect(table.span(name)).to.deep.equal({ count, from, to });
  }
}

function storedAndRead(table: StreamTable, names = createSharedNames()): StreamTable {
  const read = readStreamTable(JSON.parse(JSON.stringify(table.stored())) as StoredStreams, names);
  if (read === undefined) throw new Error('the table cannot be read again');
  return read;
}

describe('the streams of a sorted segment', () => {
  it('they are what was put in, in the same order, and others are not there', () => {
    const streams = streamsOf(3, 200);
    const offset = 600 * ENTRY_BYTES;
    streams.set('other', { offset, length: 99, count: 1, from: FIRST, to: FIRST, marks: [FIRST, offset] });
    const table = createStreamTable(streams);
    expectSame(table, streams);
    expectSame(storedAndRead(table), streams);
    expect([table.get('constructor'), table.span('location/bus-3')]).to.deep.equal([undefined, undefined]);
    expect([...createStreamTable(new Map()).entries()]).to.deep.equal([]);
  });

  it('segments with the same names have their own streams, whichever of them had a name first', () => {
    const names = createSharedNames();
    const all = [streamsOf(2, 1), streamsOf(20, 70), new Map([...streamsOf(9, 3)].reverse()), streamsOf(1, 2)];
    const tables = all.map((streams) => createStreamTable(streams, names));
    for (const [index, table] of tables.entries()) {
      expectSame(table, all[index] ?? new Map());
      expectSame(storedAndRead(table, names), all[index] ?? new Map());
    }
    // The second segment has the name.
    expect(tables[0]?.get('location/bus-2')).to.equal(undefined);
  });

  it('times of clocks that were never set, and offsets of a large segment', () => {
    const [early, late] = [Date.UTC(1980, 0, 6), Date.UTC(2200, 0, 1)];
    const [offset, length] = [5e9, 3e9];
    const streams = new Map<string, StreamIndex>([
      [
        'alert/bus',
        { offset: 0, length: 5e9, count: 70, from: FIRST, to: late, marks: [FIRST, 0, late, 4_999_999_000] },
      ],
      ['location/bus', { offset, length, count: 1, from: early, to: early, marks: [early, offset] }],
    ]);
    expectSame(createStreamTable(streams), streams);
    expectSame(storedAndRead(createStreamTable(streams)), streams);
  });

  it('stored columns that do not fit together are no table', () => {
    const stored = createStreamTable(streamsOf(3, 200)).stored();
    const others: readonly Partial<StoredStreams>[] = [
      { names: `${stored.names} alert/bus-0` },
      { offsets: { width: 3, base64: stored.offsets.base64 } },
      { counts: { width: 1, base64: '' } },
      { markEnds: { width: 1, base64: Buffer.of(3, 6, 200).toString('base64') } },
      { markTimes: { ...stored.markTimes, base64: `${stored.markTimes.base64}AAAA` } },
    ];
    expect(readStreamTable(stored)).to.not.equal(undefined);
    for (const other of others)
      expect(readStreamTable({ ...stored, ...other }), JSON.stringify(other)).to.equal(undefined);
  });

  it('they take less than a fifth of the memory of the objects', () => {
    const bytes = (): number => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const [segments, devices] = [100, 500];
    const bytesOf = (make: (streams: Map<string, StreamIndex>) => unknown): number => {
      const before = bytes();
      const kept = Array.from({ length: segments }, () => make(streamsOf(devices, 75)));
      const taken = bytes() - before;
      expect(kept).to.have.length(segments);
      return taken / segments / devices;
    };
    const names = createSharedNames();
    const objects = bytesOf((streams) => streams);
    const table = bytesOf((streams) => createStreamTable(streams, names));
    expect(table, `${table.toFixed()} bytes a stream, ${objects.toFixed()} as objects`).to.be.lessThan(objects / 5);
  });
});
