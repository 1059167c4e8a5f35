import { expect } from 'chai';
import fc from 'fast-check';
import { createLengthPrefixedFramer } from '../../src/framing/length-prefixed.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../support/framing.js';

const start = [0x94, 0xc3] as const;
const maxBytes = 40;

/** Content is words in angle brackets; everything else is none. */
const create = () =>
  createLengthPrefixedFramer({
    start,
    maxBytes,
    read(content) {
      const text = Buffer.from(content).toString('latin1');
      return /^<.*>$/s.test(text) ? text : undefined;
    },
  });

const frame = (content: string, length = content.length): string =>
  `\x94\xc3${String.fromCharCode(length >> 8, length & 0xff)}${content}`;

const seed = 20_261_121;

describe('frames that say how long they are', () => {
  const cut = (text: string, sizes: readonly number[] = [4096]) => pushAll(create(), chunksOf(bytes(text), sizes));

  it('are found one behind the other and between rubbish, which is told by its length', () => {
    const out = cut(`log\r\n${frame('<a>')}${frame('<b>')}\x94x\xc3${frame('<c>')}`);
    expect(framesOf(out)).to.deep.equal(['<a>', '<b>', '<c>']);
    expect(discardedBytes(out, 'noise')).to.equal(8);
  });

  it('may have their own start in them, and nothing is taken out of them', () => {
    const inner = `<${frame('<x>')}>`;
    expect(framesOf(cut(frame(inner), [1]))).to.deep.equal([inner]);
    const framer = create();
    expect(framesOf(framer.push(bytes(frame(inner).slice(0, -1))))).to.deep.equal([]);
    expect(framesOf(framer.push(bytes('>')))).to.deep.equal([inner]);
  });

  it('are found behind one that was torn', () => {
    expect(framesOf(cut(frame('<torn>').slice(0, -2) + frame('<a>') + frame('<b>')))).to.deep.equal(['<a>', '<b>']);
    expect(framesOf(cut(frame('<torn>').slice(1) + frame('<a>')))).to.deep.equal(['<a>']);
    expect(framesOf(cut(frame('<a>', 0) + frame('<a>', 41) + frame('<b>')))).to.deep.equal(['<b>']);
  });

  it('are found in what waited for more, once nothing comes', () => {
    const framer = create();
    expect(framer.push(bytes(frame('<torn', 30) + frame('<a>')))).to.deep.equal([]);
    const out = framer.flush?.() ?? [];
    expect(framesOf(out)).to.deep.equal(['<a>']);
    expect(discardedBytes(out)).to.equal(9);
    expect(framer.flush?.()).to.deep.equal([]);
    expect(framesOf(framer.push(bytes(frame('<b>'))))).to.deep.equal(['<b>']);
  });

  it('are the same however the stream is cut, and every byte is in one or told of', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        frame('<a>'),
        frame(`<${frame('<x>')}>`),
        frame('<torn>').slice(0, 7),
        '\x94',
        '\x94\xc3',
        '\x94\xc3\0',
      ),
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString('latin1')),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), sizes, (pieces, cuts) => {
        const stream = pieces.join('');
        const [one, many] = [create(), create()];
        const whole = [...one.push(bytes(stream)), ...(one.flush?.() ?? [])];
        const parts = [...pushAll(many, chunksOf(bytes(stream), cuts)), ...(many.flush?.() ?? [])];
        expect(framesOf(parts)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(parts)).to.equal(discardedBytes(whole));
        const framed = framesOf(whole).reduce((sum, content) => sum + content.length + 4, 0);
        expect(framed + discardedBytes(whole)).to.equal(stream.length);
      }),
      { seed, numRuns: 500 },
    );
  });
});
