import { expect } from 'chai';
import fc from 'fast-check';
import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { createCounters, type ProtocolSession } from '../../src/protocols/protocol.js';
import { countersView } from '../../src/serial/port/counters-view.js';
import { countedSums, minCount } from '../support/protocols/counted-bytes.js';
import { bytes, chunksOf, countOf } from '../support/protocols/framing.js';
import { samples } from '../support/protocols/protocol-samples.js';
import { testProtocol } from '../support/protocols/test-protocol.js';

const seed = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const NUM_RUNS = 300;
/** More than the longest frame of any protocol. */
const MAX_HELD_BYTES = 256 * 1024;

const noise = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1'));
const allFrames = PROTOCOL_NAMES.flatMap((name) => samples[name].frames);

/** A frame with a changed byte, or the first part of one. */
const damaged = (frames: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...frames), fc.nat(), fc.nat({ max: 255 }), fc.boolean())
    .map(([frame, position, value, isCut]) => {
      const at = position % frame.length;
      return frame.slice(0, at) + (isCut ? '' : String.fromCharCode(value) + frame.slice(at + 1));
    });

for (const name of PROTOCOL_NAMES) {
  const { frames, first = '', ends } = samples[name];
  const stream = fc
    .array(fc.oneof(noise, fc.constantFrom(...frames), damaged(frames), fc.constantFrom(...allFrames)), {
      maxLength: 24,
    })
    .map((parts) => bytes(first + parts.join('')));
  const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });

  describe(`every byte is counted once: ${name}`, () => {
    function run(
      chunks: readonly Uint8Array[],
      afterChunk: (session: ProtocolSession, total: number) => void = () => undefined,
    ) {
      const counters = createCounters();
      const session = protocols[name].open(counters);
      let total = 0;
      const check = (what: string): ReturnType<typeof countersView> => {
        const view = countersView(counters);
        const { parts, totals } = countedSums(view);
        expect(parts, what).to.deep.equal(totals);
        expect(totals.bytes, what).to.equal(total);
        expect(minCount(view), what).to.be.at.least(0);
        expect(view.bytesBy.held, what).to.be.at.most(MAX_HELD_BYTES);
        return view;
      };
      for (const chunk of chunks) {
        session.push(chunk, 0);
        total += chunk.length;
        check('after a chunk');
        afterChunk(session, total);
      }
      session.idle();
      check('after silence');
      session.end();
      const view = check('after the end');
      expect(view.bytesBy.held).to.equal(0);
      return view;
    }

    it('random bytes, frames and damaged frames are counted once, in chunks of any size', () => {
      fc.assert(
        fc.property(stream, cuts, (input, sizes) => {
          const { bytesBy } = run(chunksOf(input, sizes));
          expect(bytesBy.delimiters).to.be.at.most(countOf(ends, input));
        }),
        { seed, numRuns: NUM_RUNS },
      );
    });

    it('every byte is counted once with a silence after any chunk', () => {
      fc.assert(
        fc.property(stream, cuts, (input, sizes) => {
          run(chunksOf(input, sizes), (session, total) => {
            if (total % 3 === 0) session.idle();
          });
        }),
        { seed, numRuns: NUM_RUNS / 3 },
      );
    });

    it('the frames of the samples are in records, in their parts, or in a named kind', () => {
      const { frames: count, framesBy, bytesBy } = run([bytes(first + frames.join(''))]);
      expect(count).to.be.above(0);
      expect(framesBy).to.include({ rejected: 0 });
      expect(framesBy.records + framesBy.joined).to.be.above(0);
      expect(bytesBy.records + bytesBy.joined).to.be.above(0);
    });
  });
}

describe('every byte is counted once: a decoder that throws', () => {
  it('the frame that failed and those after it are rejected, and the bytes of the next one are cut', () => {
    const counters = createCounters();
    const session = testProtocol().open(counters);
    expect(() => session.push(bytes('1 a\ncrash\n2 a\n3'), 0)).to.throw('the decoder failed');
    session.end();
    const { framesBy, bytesBy } = countersView(counters);
    expect(framesBy).to.deep.include({ records: 1, rejected: 2 });
    expect(bytesBy).to.deep.include({ records: 3, rejected: 8, delimiters: 3, held: 0 });
    expect(bytesBy.discarded).to.deep.include({ cut: 1 });
    const { parts, totals } = countedSums(countersView(counters));
    expect(parts).to.deep.equal(totals);
  });
});
