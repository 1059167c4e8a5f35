import { expect } from 'chai';
import fc from 'fast-check';
import { PROTOCOL_NAMES } from './protocol-names.js';
import { createCounters, type Counters, type Protocol } from '../../../src/protocols/protocol.js';
import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { classA, voyage } from './ais-messages.js';
import { bytes, chunksOf, countOf, runProtocol, sentence } from './framing.js';
import { samples as rows, type Samples } from './protocol-samples.js';
import { fix, hello } from './wpt.js';

const seed = 20_261_121;
const mebibyte = 1 << 20;
/** More than the longest frame of any protocol. */
const heldAtMost = 256 * 1024;

const known = [
  sentence('GPRMC,101500,A,5250.5000,N,00542.3000,E,19.4,84.4,211126,,,A'),
  sentence('GPGGA,101501,5250.5000,N,00542.3000,E,1,08,1.1,12.5,M,46.0,M,,'),
  aisSentences(classA()),
  aisSentences(voyage('ZEEHOND', 'PC4711', 'HARLINGEN')),
  '{"id":17,"deviceId":"trk-1","location":{"dateTime":"2026-11-21T08:22:34Z","latitude":1,"longitude":2}}\n',
  '{"id":18}\n',
  hello(),
  fix(1),
  fix(2).replace('5', '6'),
  ...PROTOCOL_NAMES.flatMap((name) => rows[name].frames.filter((frame) => !/^[$!{]/.test(frame))),
];
const noise = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array).toString('latin1'));

export type Held = {
  readonly name: string;
  /** read when the tests run */
  readonly protocol: () => Protocol;
  readonly own: Pick<Samples, 'frames' | 'ends'>;
};

/** Rules that hold for every protocol. */
export function holdProtocol({ name, protocol, own }: Held): void {
  const samples = [...known, ...own.frames];
  const stream = fc
    .array(fc.oneof(noise, fc.constantFrom(...samples)), { maxLength: 20 })
    .map((parts) => bytes(`${parts.join('')}\n`));
  const ends = (input: Uint8Array): number => countOf(own.ends, input);

  describe(`every protocol: ${name}`, () => {
    it('the protocol has the name of its row and baud rates for detection', () => {
      expect(protocol().name).to.equal(name);
      expect(protocol().baudRates).to.not.be.empty;
    });

    it('the framer keeps at most one frame of a mebibyte without an end, in linear time', () => {
      for (const filling of ['A', '$', '!', '\0', '{', '*', '\xff', '\xc0', '\x94\xc3']) {
        for (const size of [mebibyte, 4096, 61]) {
          const counters = createCounters();
          const input = bytes(filling.repeat(mebibyte / filling.length));
          runProtocol(protocol(), chunksOf(input, [size]), counters);
          expect(counters.bytes).to.equal(mebibyte);
          expect(counters.bytes - counters.discardedBytes - ends(input)).to.be.at.most(heldAtMost);
        }
      }
    });

    it('the decoder never throws, and it counts every discarded byte', () => {
      fc.assert(
        fc.property(stream, (input) => {
          const counters = createCounters();
          runProtocol(protocol(), [input], counters);
          expect(counters.bytes).to.equal(input.length);
          expect(counters.discardedBytes + ends(input)).to.be.at.most(input.length);
          if (counters.frames === 0) expect(counters.discardedBytes + ends(input)).to.equal(input.length);
        }),
        { seed, numRuns: 300 },
      );
    });

    it('messages and counters are the same for every chunk size', () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(stream, sizes, (input, cuts) => {
          const [whole, cut]: [Counters, Counters] = [createCounters(), createCounters()];
          const messages = runProtocol(protocol(), [input], whole);
          expect(runProtocol(protocol(), chunksOf(input, cuts), cut)).to.deep.equal(messages);
          expect(cut).to.deep.equal(whole);
        }),
        { seed, numRuns: 300 },
      );
    });

    it('a frame cut at any byte does not change the frames after it', () => {
      for (const sample of samples) {
        const known = runProtocol(protocol(), [bytes(sample)]);
        for (let end = 0; end < sample.length; end += 1) {
          const messages = runProtocol(protocol(), [bytes(sample.slice(0, end)), bytes('\n\r\n'), bytes(sample)]);
          if (known.length > 0) expect(messages.at(-1), `cut at ${end}`).to.deep.equal(known.at(-1));
        }
      }
    });

    it('the decoder survives every flipped bit and counts every byte', () => {
      for (const sample of samples) {
        for (let bit = 0; bit < 8 * sample.length; bit += 1) {
          const input = bytes(sample + sample);
          input[bit >> 3] = (input[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const counters = createCounters();
          runProtocol(protocol(), [input], counters);
          // Compared without chai: an assertion costs more than decoding, and this runs about 100,000 times.
          if (counters.discardedBytes + ends(input) > counters.bytes) expect.fail(`bit ${bit} of ${sample}`);
        }
      }
    });

    it('silence without data produces no message', () => {
      expect(protocol().open(createCounters()).idle()).to.deep.equal([]);
    });
  });
}
