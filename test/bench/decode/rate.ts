import { protocols, type ProtocolName } from '../../../src/protocols/index.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { bytes, chunksOf } from '../../support/protocols/framing.js';
import { median } from '../measure/statistics.js';
import { begin, streamOf } from './streams.js';

/** A decoder on a stream in memory, and the CPU time of its runs in ms. */
export type Contender = {
  readonly name: string;
  readonly bytes: number;
  /** returns how much it has decoded, so that no run is optimized away */
  readonly run: () => number;
  readonly cpuMs: number[];
};

/** The decoder of a protocol through the code of a port, in reads of `size` bytes. */
export function protocolContender(name: ProtocolName, size: number): Contender {
  const input = bytes(streamOf(name));
  const chunks = chunksOf(input, [size]);
  return {
    name: `${name}, reads of ${size}`,
    bytes: input.length,
    run() {
      const session = protocols[name].open(createCounters());
      return chunks.reduce((sum, chunk) => sum + session.push(chunk, begin).length, 0);
    },
    cpuMs: [],
  };
}

/** Runs the contenders in turn, and adds the time of each run after the warm-up. */
export function runInTurn(contenders: readonly Contender[], warmUp: number, rounds: number): void {
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    for (const { run, cpuMs } of contenders) {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      if (turn >= warmUp) cpuMs.push((user + system) / 1000);
    }
  }
}

/** MB/s of one core. */
export const rateOf = ({ bytes: length, cpuMs }: Contender): number => length / 1e3 / median(cpuMs);
