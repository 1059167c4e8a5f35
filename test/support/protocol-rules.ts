import { expect } from 'chai';
import fc from 'fast-check';
import { PROTOCOL_NAMES } from '../../src/protocols/index.js';
import { createCounters, type Counters, type Protocol } from '../../src/protocols/protocol.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
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
  /** asked for when the tests run */
  readonly protocol: () => Protocol;
  readonly own: Pick<Samples, 'frames' | 'ends'>;
};

/** What holds for every protocol, whatever it speaks. */
export function holdProtocol({ name, protocol, own }: Held): void {
  const samples = [...known, ...own.frames];
  const stream = fc
    .array(fc.oneof(noise, fc.constantFrom(...samples)), { maxLength: 20 })
    .map((parts) => bytes(`${parts.join('')}\n`));
  const ends = (input: Uint8Array): number => countOf(own.ends, input);

  describe(`every protocol: ${name}`, () => {
    it('goes by its name in the table and says how it is listened to', () => {
      expect(protocol().name).to.equal(name);
      expect(protocol().baudRates).to.not.be.empty;
    });

    it('holds no more than a frame of a mebibyte without an end, and is done with it at once', () => {
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

    it('throws at nothing, and counts what it discards', () => {
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

    it('says and counts the same however the input is cut', () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(stream, sizes, (input, cuts) => {
          const [whole, cut]: [Counters, Counters] = [createCounters(), createCounters()];
          const said = runProtocol(protocol(), [input], whole);
          expect(runProtocol(protocol(), chunksOf(input, cuts), cut)).to.deep.equal(said);
          expect(cut).to.deep.equal(whole);
        }),
        { seed, numRuns: 300 },
      );
    });

    it('reads what it knows the same after any part of it that was cut short, and holds nothing of that part', () => {
      for (const sample of samples) {
        const known = runProtocol(protocol(), [bytes(sample)]);
        for (let end = 0; end < sample.length; end += 1) {
          const said = runProtocol(protocol(), [bytes(sample.slice(0, end)), bytes('\n\r\n'), bytes(sample)]);
          if (known.length > 0) expect(said.at(-1), `cut at ${end}`).to.deep.equal(known.at(-1));
        }
      }
    });

    it('throws at nothing that has one bit turned, and counts every byte', () => {
      for (const sample of samples) {
        for (let place = 0; place < 8 * sample.length; place += 1) {
          const input = bytes(sample + sample);
          input[place >> 3] = (input[place >> 3] ?? 0) ^ (1 << (place & 7));
          const counters = createCounters();
          runProtocol(protocol(), [input], counters);
          // Compared without chai: an assertion costs more than decoding, and this runs about 100,000 times.
          if (counters.discardedBytes + ends(input) > counters.bytes) expect.fail(`bit ${place} of ${sample}`);
        }
      }
    });

    it('has nothing to say in a silence of which nothing came before', () => {
      expect(protocol().open(createCounters()).idle()).to.deep.equal([]);
    });
  });
}
