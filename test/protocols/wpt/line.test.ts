import { expect } from 'chai';
import fc from 'fast-check';
import { createWptFramer, encodeLine, MAX_LINE_BYTES } from '../../../src/protocols/wpt/line.js';
import { chunksOf, discardedBytes, framesOf, lineEnds, pushAll, sentence } from '../../support/protocols/framing.js';
import { fix, hello } from '../../support/protocols/wpt.js';

const seed = 20_261_121;
const framesIn = (input: Uint8Array): ReturnType<typeof framesOf> => framesOf(createWptFramer().push(input));
const lines = [hello(), fix(1), encodeLine('ALR', '9F3A01C2', 2, '', 'SOS', 3, '', '', 'a,b *$^~ ä')];

describe('the framer of WPT/1', () => {
  it('a line is read back as it was written, whatever its fields contain', () => {
    const field = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 3 }), (fields) => {
        expect(framesIn(Buffer.from(encodeLine('TLM', ...fields)))).to.deep.equal([{ type: 'TLM', fields }]);
      }),
      { seed },
    );
  });

  for (const line of lines) {
    const name = line.slice(6, 9);
    it(`a line cut anywhere costs only itself: ${name}`, () => {
      for (let end = 0; end < line.length - 2; end += 1) {
        const frames = framesIn(Buffer.from(`${line.slice(0, end)}\r\n${line}`));
        expect(frames, `cut at ${end}`).to.deep.equal(framesIn(Buffer.from(line)));
      }
    });

    it(`a line with any bit flipped is discarded or unchanged: ${name}`, () => {
      const whole = framesIn(Buffer.from(line));
      let read = 0;
      for (let index = 0; index < line.length; index += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const bytes = Buffer.from(line, 'latin1');
          bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
          const frames = framesIn(Buffer.concat([bytes, Buffer.from(`\r\n${line}`)]));
          expect(frames.at(-1)).to.deep.equal(whole[0]);
          if (frames.length > 1) expect(frames[0]).to.deep.equal(whole[0]);
          read += frames.length - 1;
        }
      }
      // Flips of letter case in the checksum and flips in the line end change nothing.
      expect(read).to.be.below(24);
    });

    it(`a line is found among noise, and every byte is counted: ${name}`, () => {
      const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
      const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(noise, noise, sizes, (before, after, cuts) => {
          const end = Buffer.from('\r\n');
          const input = Buffer.concat([before, end, Buffer.from(line), after, end]);
          const framed = pushAll(createWptFramer(), chunksOf(input, cuts));
          const frames = framesOf(framed);
          expect(frames).to.deep.include(framesIn(Buffer.from(line))[0]);
          const counted = frames.length * (line.length - 2) + discardedBytes(framed) + lineEnds(input);
          expect(counted).to.equal(input.length);
        }),
        { seed, numRuns: 300 },
      );
    });
  }

  it('sentences of a GNSS receiver on the same port are counted as noise', () => {
    const nmea = sentence('GPGLL,5250.5,N,00542.3,E,101500,A');
    const framed = createWptFramer().push(Buffer.from(nmea + fix(1) + nmea));
    expect(framesOf(framed)).to.have.length(1);
    expect(discardedBytes(framed, 'checksum')).to.equal(0);
  });

  it('a line that is too long is discarded completely', () => {
    const long = encodeLine('TLM', 'x'.repeat(MAX_LINE_BYTES));
    const framed = createWptFramer().push(Buffer.from(long));
    expect(framesOf(framed)).to.deep.equal([]);
    expect(discardedBytes(framed)).to.equal(long.length - 2);
  });
});
