import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { PROTOCOL_NAMES, protocols } from '../../src/protocols/index.js';
import { createCounters, type Protocol } from '../../src/protocols/protocol.js';
import { bytes } from '../support/framing.js';
import { samples } from '../support/protocol-samples.js';
import { createRandom, type Random } from '../support/random.js';
import { recordsOf } from '../support/said.js';

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const TOTAL_BYTES = Number(process.env.WAYPOST_FUZZ_BYTES ?? 2_000_000);
const MEBIBYTE = 1 << 20;
/** Each is timed by itself, and the quickest counts: other work on the machine only adds, and does not fall on all. */
const BLOCK_BYTES = MEBIBYTE / 16;
const READ_BYTES = 4096;
/** MB/s below which the suite would time out */
const MIN_MB_PER_SECOND = 1;
/** Of the heap, after a collection: tables of what was heard lately, and code. */
const MAX_GROWTH_MIB = 8;
/** What the collector of garbage does meanwhile is no fault. */
const MAX_SLOWDOWN = 3;
/** ns/byte that are lost in the noise */
const MAX_IDLE_NS_PER_BYTE = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMiB(): number {
  // Twice: what the first one finds only weakly held goes with the second.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Makes a block of bytes by chance into one of a kind. */
type Kind = (block: Buffer, random: Random) => Buffer;

/** The characters of these frames, about as often as they have them. */
function drawnFrom(frames: readonly string[], without = ''): Kind {
  const all = bytes(
    Array.from(frames.join(''))
      .filter((character) => !without.includes(character))
      .join(''),
  );
  const each = new Set(all);
  const drawn = [...each, ...Array.from({ length: 256 - each.size }, (_, at) => all[(at * 7919) % all.length] ?? 0)];
  return (block, random) => {
    random.fill(block);
    for (let at = 0; at < block.length; at += 1) block[at] = drawn[block[at] ?? 0] ?? 0;
    return block;
  };
}

/** Runs bytes by the million through one conversation. */
function run(protocol: Protocol, kind: Kind, total: number) {
  const random = createRandom(SEED);
  const counters = createCounters();
  const session = protocol.open(counters);
  let records = 0;
  const nsPerByte: number[] = [];
  for (let left = total; left > 0; left -= BLOCK_BYTES) {
    const block = kind(Buffer.alloc(Math.min(BLOCK_BYTES, left)), random);
    const before = cpuMs();
    for (let at = 0; at < block.length; at += READ_BYTES) {
      records += recordsOf(session.push(block.subarray(at, at + READ_BYTES), 0)).length;
    }
    nsPerByte.push(((cpuMs() - before) * 1e6) / block.length);
  }
  records += recordsOf(session.idle()).length;
  // Of the later half: what grows makes every block of it slow.
  return { counters, records, nsPerByte: Math.min(...nsPerByte.slice(nsPerByte.length >> 1)) };
}

for (const name of PROTOCOL_NAMES) {
  const { first = '', frames } = samples[name];
  const kinds: Readonly<Record<string, Kind>> = {
    'bytes of every value': (block, random) => random.fill(block),
    'its own characters': drawnFrom(frames),
    'its own characters and never the end of a line': drawnFrom(frames, '\r\n'),
  };

  // A false record of random bytes needs more than a sum that holds. Of 256 lines in the form `$…*HH` one has the right
  // XOR; random bytes have that form once in 70 MB or so, and a record needs an address of five letters that is known
  // as well (7 of 26^3 formatters), a time, a date and a position in range: below 1 in 10^20 bytes. Its own characters
  // make that form every few kB, a known address with its comma once in 10^8 of those, and the fields far less often.
  // A CRC of 16 bits divides both by another 65,536; AIS needs 7 fields in form of which one is `AIVDM` or the like.
  // A frame of Meshtastic has no sum, but two bytes as they are, a length and, within it, lengths that fit it to the last
  // byte, down to the fields of a position: a record needs about 12 bytes as they are, 1 in 10^28 bytes. One of KISS needs
  // 14 of which each is one of 37, their free bits, and two as they are: below 1 in 10^17, before anything is read in it.
  // NAV-PVT needs six bytes as they are, and two sums: 1 in 2^64. A report of Queclink has no sum, but nine characters of
  // its head as they are, an identity of 15 digits, and a point or an event in form: below 1 in 10^20 of its own characters.
  describe(`random bytes: ${name}`, () => {
    for (const [what, kind] of Object.entries(kinds)) {
      it(`makes no record of ${what}, in time by their number alone and with memory that stays`, () => {
        const shortBytes = Math.min(MEBIBYTE, TOTAL_BYTES / 2);
        run(protocols[name], kind, shortBytes);
        const shortNsPerByte = Math.min(...[0, 1, 2].map(() => run(protocols[name], kind, shortBytes).nsPerByte));
        const before = heapMiB();
        const { counters, records, nsPerByte } = run(protocols[name], kind, TOTAL_BYTES);
        const growth = heapMiB() - before;
        console.log(
          `      ${what}: ${shortNsPerByte.toFixed(1)} ns/byte at ${shortBytes / 1e6} MB, ${nsPerByte.toFixed(1)} at ${TOTAL_BYTES / 1e6} MB; ` +
            `${counters.frames} frames, ${records} records; heap ${growth.toFixed(1)} MiB`,
        );
        expect(counters.bytes).to.equal(TOTAL_BYTES);
        expect(records, `seed ${SEED}`).to.equal(0);
        expect(growth, 'MiB').to.be.below(MAX_GROWTH_MIB);
        expect(nsPerByte, 'ns/byte').to.be.below(MAX_SLOWDOWN * shortNsPerByte + MAX_IDLE_NS_PER_BYTE);
      }).timeout(20_000 + TOTAL_BYTES / 1000 / MIN_MB_PER_SECOND);
    }

    it('keeps no more of a frame that comes over and over than of one', () => {
      const text = first + (frames[0] ?? '');
      const block = bytes(text.repeat(Math.ceil(MEBIBYTE / text.length)));
      const session = protocols[name].open(createCounters());
      session.push(block, 0);
      const before = heapMiB();
      for (let left = TOTAL_BYTES; left > 0; left -= block.length) session.push(block, 0);
      expect(heapMiB() - before, 'MiB').to.be.below(MAX_GROWTH_MIB);
    }).timeout(20_000 + TOTAL_BYTES / 1000 / MIN_MB_PER_SECOND);
  });
}
