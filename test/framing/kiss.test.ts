import { expect } from 'chai';
import fc from 'fast-check';
import { createKissFramer } from '../../src/framing/kiss.js';
import { kissFrame } from '../../src/simulator/aprs/ax25.js';
import { bytes, chunksOf, countOf, discardedBytes, framesOf, pushAll } from '../support/framing.js';

const maxBytes = 60;
const seed = 20_261_121;

/** What is heard is words that begin with a capital. */
const create = () =>
  createKissFramer({
    maxBytes,
    read(heard, lineBytes) {
      const text = Buffer.from(heard).toString('latin1');
      return /^[A-Z]/.test(text) ? { text, lineBytes } : undefined;
    },
  });

const texts = (stream: string, sizes: readonly number[] = [4096]): string[] =>
  framesOf(pushAll(create(), chunksOf(bytes(stream), sizes))).map(({ text }) => text);
const frame = (content: string): string => Buffer.from(kissFrame(bytes(content))).toString('latin1');

describe('KISS frames', () => {
  it('are found one behind the other, with one end between them or two', () => {
    expect(texts(frame('One') + frame('Two'))).to.deep.equal(['One', 'Two']);
    expect(texts(frame('One') + frame('Two').slice(1))).to.deep.equal(['One', 'Two']);
    expect(texts('\xc0\xc0\xc0' + frame('One'))).to.deep.equal(['One']);
  });

  it('have ends and escapes in them that are escaped', () => {
    expect(texts(frame('A\xc0\xdb\xdc\xdd'), [1])).to.deep.equal(['A\xc0\xdb\xdc\xdd']);
    expect(frame('A\xc0')).to.equal('\xc0\0A\xdb\xdc\xc0');
    expect(texts('\xc0\0A\xdbx\xc0\xc0\0A\xdb\xc0')).to.deep.equal([]);
  });

  it('may be heard on another port, and other commands are none', () => {
    expect(texts('\xc0\x10One\xc0\xc0\x50Two\xc0')).to.deep.equal(['One', 'Two']);
    expect(texts('\xc0\x01A\xc0\xc0\xffA\xc0\xc0\x0cA\xc0')).to.deep.equal([]);
  });

  it('are none whose beginning is lost: neither an SSID nor what came before the first end passes for a command', () => {
    expect(texts('\x60Lost\xc0\xc0\xe0Lost\xc0')).to.deep.equal([]);
    expect(texts('\0Lost\xc0' + frame('One'))).to.deep.equal(['One']);
  });

  it('are found behind one that is too long, which is told by its length', () => {
    const out = pushAll(create(), chunksOf(bytes(frame('A'.repeat(100)) + frame('One')), [7]));
    expect(framesOf(out).map(({ text }) => text)).to.deep.equal(['One']);
    expect(discardedBytes(out, 'too-long')).to.equal(101);
  });

  it('end in a silence: what is held of one goes', () => {
    const framer = create();
    expect(framer.push(bytes('\xc0\0On'))).to.deep.equal([]);
    expect(framer.flush?.()).to.deep.equal([{ kind: 'discarded', bytes: 3, reason: 'cut' }]);
    expect(framer.flush?.()).to.deep.equal([]);
    expect(framesOf(framer.push(bytes(frame('Two'))))).to.deep.equal([{ text: 'Two', lineBytes: 4 }]);
  });

  it('are the same however the stream is cut, and every byte is in one, discarded, or an end', () => {
    const piece = fc.oneof(
      fc.constantFrom(frame('One'), frame('A\xc0\xdb'), frame('A'.repeat(70)), frame('Cut').slice(0, 3), '\xc0'),
      fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array).toString('latin1')),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), sizes, (pieces, cuts) => {
        const input = bytes(pieces.join(''));
        const [one, many] = [create(), create()];
        const whole = [...one.push(input), ...(one.flush?.() ?? [])];
        const parts = [...pushAll(many, chunksOf(input, cuts)), ...(many.flush?.() ?? [])];
        expect(framesOf(parts)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(parts)).to.equal(discardedBytes(whole));
        const framed = framesOf(whole).reduce((sum, { lineBytes }) => sum + lineBytes, 0);
        expect(framed + discardedBytes(whole) + countOf('\xc0', input)).to.equal(input.length);
      }),
      { seed, numRuns: 500 },
    );
  });
});
