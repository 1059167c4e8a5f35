import { expect } from 'chai';
import fc from 'fast-check';
import { createLineFramer } from '../../src/framing/lines.js';
import { bytes, chunksOf, discardedBytes, framesOf, lineEnds, pushAll } from '../support/framing.js';

const seed = 20_261_121;
const maxBytes = 300;
const framer = () => createLineFramer({ maxBytes });
const lines = (text: string): string[] =>
  framesOf(framer().push(bytes(text))).map((line) => Buffer.from(line).toString('latin1'));

describe('line framer', () => {
  it('ends a line at CR, LF or both and passes over empty ones', () => {
    expect(lines('a\r\nb\n\n\rc\rd')).to.deep.equal(['a', 'b', 'c']);
  });

  it('does not give the rest of a line before its end came', () => {
    const one = framer();
    expect(one.push(bytes('whole\ncut'))).to.have.length(1);
    expect(framesOf(one.push(bytes(' no more\n'))).map((line) => Buffer.from(line).toString())).to.deep.equal([
      'cut no more',
    ]);
  });

  it('throws an overlong line away whole and goes on with the next', () => {
    for (const step of [1, 100, 299, 300, 301, 1000]) {
      const framed = pushAll(framer(), chunksOf(bytes(`${'x'.repeat(301)}\nnext\n`), [step]));
      expect(discardedBytes(framed, 'too-long')).to.equal(301);
      expect(framesOf(framed)).to.have.length(1);
    }
    expect(lines(`${'x'.repeat(300)}\n`)).to.have.length(1);
  });

  it('discards a line that its check refuses', () => {
    const strict = createLineFramer({ maxBytes, check: (line) => (line[0] === 0x2b ? line.subarray(1) : undefined) });
    expect(strict.push(bytes('+ok\n-bad\n'))).to.deep.equal([
      { kind: 'frame', frame: new Uint8Array(bytes('ok')) },
      { kind: 'discarded', bytes: 4, reason: 'checksum' },
    ]);
  });

  it('gives the same lines, and accounts for every byte, however the input is cut', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
      fc.constantFrom('\n', '\r', '{"a":1}\n', 'y'.repeat(299)).map(bytes),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), sizes, (parts, cuts) => {
        const input = Buffer.concat([...parts, bytes('\n')]);
        const whole = framer().push(input);
        const cut = pushAll(framer(), chunksOf(input, cuts));
        expect(framesOf(cut)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(cut)).to.equal(discardedBytes(whole));
        const inFrames = framesOf(whole).reduce((sum, line) => sum + line.length, 0);
        expect(inFrames + lineEnds(input) + discardedBytes(whole)).to.equal(input.length);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('does not keep the chunk it was given', () => {
    const chunk = bytes('line\n');
    const [line] = framesOf(framer().push(chunk));
    chunk.fill(0);
    expect(line).to.deep.equal(new Uint8Array(bytes('line')));
  });
});
