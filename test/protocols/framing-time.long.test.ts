import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { protocols, type ProtocolName } from '../../src/protocols/index.js';
import { bytes, chunksOf } from '../support/protocols/framing.js';
import { fix, hello } from '../support/protocols/wpt.js';

const MEBIBYTE = 1 << 20;
/** A check of each announced packet byte by byte would take some 100 times as long. */
const MAX_RATIO = 30;
/** Half a megabyte a second, five times the fastest serial port. */
const MAX_CPU_MS = 2_000;

/** `hostile` announces packets that never come. */
type Streams = { readonly name: ProtocolName; readonly hostile: Uint8Array; readonly plain: Uint8Array };

const teltonikaHeader = (length: number): Buffer => Buffer.from([0, 0, 0, 0, 0, 0, length >> 8, length & 0xff, 8]);
const headersWithOneEnd = Array.from({ length: 80 }, (_, index) => Buffer.of(0x78, 0x78, 3 * (80 - index) - 3));

const STREAMS: readonly Streams[] = [
  { name: 'teltonika', hostile: teltonikaHeader(4_080), plain: teltonikaHeader(16) },
  { name: 'ubx', hostile: bytes('\xb5b\x01\x07\xff\x07'), plain: bytes('\xb5b\x01\x07\x01\x00') },
  {
    name: 'gt06',
    hostile: Buffer.concat([...headersWithOneEnd, bytes('\r\n')]),
    plain: bytes(`${'x'.repeat(240)}\r\n`),
  },
];

/**
 * The processor time for a mebibyte of this text, in ms. Other processes do not add to it, and the fastest of three runs
 * counts.
 */
function cpuMsFor(name: ProtocolName, text: Uint8Array, first = new Uint8Array()): number {
  const chunks = chunksOf(Buffer.alloc(MEBIBYTE, text), [4_096]);
  const times = [1, 2, 3].map(() => {
    const session = protocols[name].open(createCounters());
    session.push(first, 0);
    const before = process.cpuUsage();
    for (const chunk of chunks) session.push(chunk, 0);
    session.idle();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

describe('the time to find frames', () => {
  for (const { name, hostile, plain } of STREAMS) {
    it(`the time is linear in the input, whatever its headers announce: ${name}`, () => {
      const [least, most] = [cpuMsFor(name, plain), cpuMsFor(name, hostile)];
      console.log(`      ${most.toFixed()} ms and ${least.toFixed()} ms for a mebibyte`);
      expect(most).to.be.below(MAX_RATIO * least);
    });
  }

  it('WPT lines are decoded many times faster than any port delivers them', () => {
    const lines = Buffer.from(Array.from({ length: 500 }, (_, n) => fix(n + 1)).join(''));
    const ms = cpuMsFor('wpt', lines, Buffer.from(hello()));
    console.log(`      ${(MEBIBYTE / 1_000 / ms).toFixed(1)} MB/s`);
    expect(ms).to.be.below(MAX_CPU_MS);
  });
});
