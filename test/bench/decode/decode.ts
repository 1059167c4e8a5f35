/**
 * MB per second of one core that each protocol decodes from a stream through the code of a port, in reads
 * of 4,096 and of 64 bytes; and parsers from npm on the same text. Alternating rounds, CPU time, medians.
 */
import { PROTOCOL_NAMES } from '../../support/protocols/protocol-names.js';
import { nmeaPeers } from './nmea-peers.js';
import { protocolContender, rateOf, runInTurn } from './rate.js';
import { streamOf } from './streams.js';

const READ_SIZES = [4096, 64];
const WARM_UP = 3;
const ROUNDS = 15;

const sentences = streamOf('nmea0183');
const contenders = [
  ...PROTOCOL_NAMES.flatMap((name) => READ_SIZES.map((size) => protocolContender(name, size))),
  ...nmeaPeers(sentences).map((peer) => ({ ...peer, bytes: sentences.length, cpuMs: [] })),
];
runInTurn(contenders, WARM_UP, ROUNDS);
for (const contender of contenders) {
  const rate = rateOf(contender);
  const { name, bytes, run } = contender;
  console.log(
    `${name.padEnd(24)} ${rate.toFixed(1).padStart(6)} MB/s ${(1000 / rate).toFixed(1).padStart(6)} ns/byte, ${run()} of ${bytes} bytes`,
  );
}
