import { expect } from 'chai';
import fc from 'fast-check';
import { createLineFramer } from '../../src/framing/lines.js';
import { bytes, chunksOf, discardedBytes, framesOf, lineEnds, pushAll } from '../support/protocols/framing.js';

const seed = 20_261_121;
const MAX_BYTES = 300;
const framer = () => createLineFramer({ maxBytes: MAX_BYTES });
const lines = (text: string): string[] =>
  framesOf(framer().push(bytes(text))).map((line) => Buffer.from(line).toString('latin1'));

describe('createLineFramer', () => {
  it('CR, LF or both end a line, and empty lines are skipped', () => {
    expect(lines('a\r\nb\n\n\rc\rd')).to.deep.equal(['a', 'b', 'c']);
  });

  it('an incomplete line is held until its end is received', () => {
    const lineFramer = framer();
    expect(lineFramer.push(bytes('whole\ncut'))).to.have.length(1);
    expect(framesOf(lineFramer.push(bytes(' no more\n'))).map((line) => Buffer.from(line).toString())).to.deep.equal([
      'cut no more',
    ]);
  });

  it('a line that is too long is discarded whole and costs only itself', () => {
    for (const step of [1, 100, 299, 300, 301, 1000]) {
      const framed = pushAll(framer(), chunksOf(bytes(`${'x'.repeat(301)}\nnext\n`), [step]));
      expect(discardedBytes(framed, 'too-long')).to.equal(301);
      expect(framesOf(framed)).to.have.length(1);
    }
    expect(lines(`${'x'.repeat(300)}\n`)).to.have.length(1);
  });

  it('a line that fails its check is discarded', () => {
    const strict = createLineFramer({
      maxBytes: MAX_BYTES,
      check: (line) => (line[0] === 0x2b ? line.subarray(1) : undefined),
    });
    expect(strict.push(bytes('+ok\n-bad\n'))).to.deep.equal([
      { kind: 'frame', frame: new Uint8Array(bytes('ok')), bytes: 3 },
      { kind: 'discarded', bytes: 4, reason: 'checksum' },
    ]);
  });

  it('the lines are the same however the input is chunked, and every byte is counted', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
      fc.constantFrom('\n', '\r', '{"a":1}\n', 'y'.repeat(299)).map(bytes),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), sizes, (parts, chunkSizes) => {
        const input = Buffer.concat([...parts, bytes('\n')]);
        const whole = framer().push(input);
        const chunked = pushAll(framer(), chunksOf(input, chunkSizes));
        expect(framesOf(chunked)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(chunked)).to.equal(discardedBytes(whole));
        const inFrames = framesOf(whole).reduce((sum, line) => sum + line.length, 0);
        expect(inFrames + lineEnds(input) + discardedBytes(whole)).to.equal(input.length);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('a line is a copy of its chunk', () => {
    const chunk = bytes('line\n');
    const [line] = framesOf(framer().push(chunk));
    chunk.fill(0);
    expect(line).to.deep.equal(new Uint8Array(bytes('line')));
  });
});
