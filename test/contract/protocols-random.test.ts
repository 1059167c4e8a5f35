import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { createCounters, type Protocol } from '../../src/protocols/protocol.js';
import { bytes } from '../support/protocols/framing.js';
import { samples } from '../support/protocols/protocol-samples.js';
import { createRandom, type Random } from '../support/protocols/random.js';
import { recordsOf } from '../support/protocols/decoded-records.js';

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const TOTAL_BYTES = Number(process.env.WAYPOST_FUZZ_BYTES ?? 2_000_000);
const MEBIBYTE = 1 << 20;
/** Blocks are timed one by one and the fastest counts, because other load only adds time, and not to all blocks. */
const BLOCK_BYTES = MEBIBYTE / 16;
const READ_BYTES = 4096;
/** MB/s below which the suite would time out */
const MIN_MB_PER_SECOND = 1;
/** Growth of the heap after garbage collection: caches and compiled code. */
const MAX_GROWTH_MIB = 8;
/** State that grows with the input makes it slower by far more. */
const MAX_SLOWDOWN = 10;
/** ns/byte below the measurement noise */
const MAX_IDLE_NS_PER_BYTE = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMiB(): number {
  // Twice, because weakly held objects go with the second collection.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Fills a block with random bytes of one kind. */
type Kind = (block: Buffer, random: Random) => Buffer;

/** Random characters of these frames, with about the same frequencies. */
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

/** Runs `total` bytes through one session. */
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
  // Only the second half counts: if state grows, all of its blocks are slow.
  return { counters, records, nsPerByte: Math.min(...nsPerByte.slice(nsPerByte.length >> 1)) };
}

for (const name of PROTOCOL_NAMES) {
  const { first = '', frames } = samples[name];
  const kinds: Readonly<Record<string, Kind>> = {
    'bytes of every value': (block, random) => random.fill(block),
    'its own characters': drawnFrom(frames),
    'its own characters without line ends': drawnFrom(frames, '\r\n'),
  };

  // A false record from random bytes needs more than a valid checksum. One in 256 lines of the form `$…*HH` has the right
  // XOR; random bytes have that form about once in 70 MB, and a record also needs a known address of five letters (7 of
  // 26^3 formatters), a time, a date and a position in range: below 1 in 10^20 bytes. The protocol's own characters have
  // that form every few kB, a known address with its comma in one of 10^8 of those, and valid fields far less often.
  // A 16-bit CRC divides both by another 65,536; AIS needs 7 valid fields, one of them `AIVDM` or similar.
  // A Meshtastic frame has no checksum, but two fixed bytes, a length and nested lengths that fit to the last byte, down to
  // the fields of a position: about 12 fixed bytes, 1 in 10^28 bytes. A KISS frame needs 14 bytes with 37 possible values
  // each, their free bits and two fixed bytes: below 1 in 10^17, before any content is read. NAV-PVT needs six fixed bytes
  // and two checksum bytes: 1 in 2^64. A Queclink report has no checksum, but nine fixed characters of its head, an id of
  // 15 digits and a well-formed position or event: below 1 in 10^20 of its own characters. A Teltonika packet needs eight
  // zeros in its header and checksum, a codec, and the checksum itself: 1 in 2^88. A GT06 packet needs start, end and CRC, 1
  // in 2^48, and a known message with a date or of an exact length: below 1 in 10^18 bytes.
  describe(`random bytes: ${name}`, function () {
    this.timeout(this.timeout() + TOTAL_BYTES / 1000 / MIN_MB_PER_SECOND);

    for (const [what, kind] of Object.entries(kinds)) {
      it(`${what} give no record, in linear time and constant memory`, () => {
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
      });
    }

    it('a repeated frame takes no more memory than a single one', () => {
      const text = first + (frames[0] ?? '');
      const block = bytes(text.repeat(Math.ceil(MEBIBYTE / text.length)));
      const session = protocols[name].open(createCounters());
      session.push(block, 0);
      const before = heapMiB();
      for (let left = TOTAL_BYTES; left > 0; left -= block.length) session.push(block, 0);
      expect(heapMiB() - before, 'MiB').to.be.below(MAX_GROWTH_MIB);
    });
  });
}
