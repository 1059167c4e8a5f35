/**
 * MB per second of one core that each protocol decodes from a stream through the code of a port, in reads
 * of 4,096 and of 64 bytes; and parsers from npm on the same text. Alternating rounds, CPU time, medians.
 */
import { PROTOCOL_NAMES, protocols } from '../../src/protocols/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, chunksOf } from '../support/protocols/framing.js';
import { begin, streamOf } from './decode-streams.js';
import { nmeaPeers } from './nmea-peers.js';

const readSizes = [4096, 64];
const warmUp = 3;
const rounds = 15;

type Row = { readonly name: string; readonly bytes: number; readonly run: () => number; readonly cpu: number[] };

const row = (name: string, length: number, run: () => number): Row => ({ name, bytes: length, run, cpu: [] });

const own = PROTOCOL_NAMES.flatMap((name) => {
  const input = bytes(streamOf(name));
  return readSizes.map((size) => {
    const chunks = chunksOf(input, [size]);
    return row(`${name}, reads of ${size}`, input.length, () => {
      const session = protocols[name].open(createCounters());
      return chunks.reduce((sum, chunk) => sum + session.push(chunk, begin).length, 0);
    });
  });
});
const sentences = streamOf('nmea0183');
const peers = nmeaPeers(sentences).map(({ name, run }) => row(name, sentences.length, run));
const rows = [...own, ...peers];

for (let turn = 0; turn < warmUp + rounds; turn += 1) {
  for (const { run, cpu } of rows) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    if (turn >= warmUp) cpu.push((user + system) / 1000);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
for (const { name, bytes: length, run, cpu } of rows) {
  const ms = median(cpu);
  const [rate, each] = [length / 1e3 / ms, (ms * 1e6) / length];
  console.log(
    `${name.padEnd(24)} ${rate.toFixed(1).padStart(6)} MB/s ${each.toFixed(1).padStart(6)} ns/byte, ${run()} of ${length} bytes`,
  );
}
