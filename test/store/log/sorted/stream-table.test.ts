import { expect } from 'chai';
import { createStreamIndexer } from '../../../../src/store/log/sorted/segment-index.js';
import { createStreamTable, type StreamIndex } from '../../../../src/store/log/sorted/stream-table.js';
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
      add(FIRST + entry * 60_000, offset, ENTRY_BYTES);
    streams.set(`location/bus-${device}`, result());
  }
  return streams;
}

describe('the streams of a sorted segment', () => {
  it('they are what was put in, in the same order, and others are not there', () => {
    const streams = streamsOf(3, 200);
    streams.set('other', { offset: 600 * ENTRY_BYTES, length: 99, count: 1, from: FIRST, to: FIRST, marks: [] });
    const table = createStreamTable(streams);
    const plain = (stream: StreamIndex | undefined): unknown =>
      stream && { ...stream, marks: Array.from(stream.marks) };
    expect(Array.from(table.entries(), ([name, stream]) => [name, plain(stream)])).to.deep.equal([...streams]);
    expect([...table.names()]).to.deep.equal([...streams.keys()]);
    expect([...table.offsets]).to.deep.equal(Array.from(streams.values(), ({ offset }) => offset));
    for (const [name, stream] of streams) {
      const { count, from, to } = stream;
      expect(plain(table.get(name))).to.deep.equal(stream);
      expect(table.span(name)).to.deep.equal({ count, from, to });
    }
    expect([table.get('constructor'), table.span('location/bus-3')]).to.deep.equal([undefined, undefined]);
    expect([...createStreamTable(new Map()).entries()]).to.deep.equal([]);
  });

  it('they take less than half of the memory of the objects', () => {
    const bytes = (): number => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const [segments, devices] = [20, 500];
    const bytesOf = (make: (streams: Map<string, StreamIndex>) => unknown): number => {
      const before = bytes();
      const kept = Array.from({ length: segments }, () => make(streamsOf(devices, 75)));
      const taken = bytes() - before;
      expect(kept).to.have.length(segments);
      return taken / segments / devices;
    };
    const objects = bytesOf((streams) => streams);
    const table = bytesOf(createStreamTable);
    expect(table, `${table.toFixed()} bytes a stream, ${objects.toFixed()} as objects`).to.be.lessThan(objects / 2);
  });
});
