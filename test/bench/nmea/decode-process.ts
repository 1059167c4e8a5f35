import { PROTOCOL_NAMES } from '../../support/protocols/protocol-names.js';
import { protocolContender, rateOf, runInTurn } from '../decode/rate.js';

/**
 * Decodes NMEA 0183 in memory and prints MB/s of one core: `node … decode-process.js ROUNDS`. The other protocols run in turn
 * with it, because a decoder that is alone in its process is compiled for its own data only, which makes it faster.
 */
const nmea = protocolContender('nmea0183', 4096);
const others = PROTOCOL_NAMES.flatMap((name) => [protocolContender(name, 4096), protocolContender(name, 64)]);
const rounds = Number(process.argv[2]);
runInTurn([nmea, ...others], Math.ceil(rounds / 3), rounds);
process.stdout.write(`${rateOf(nmea)}\n`);
