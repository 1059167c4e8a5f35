import { expect } from 'chai';
import fc from 'fast-check';
import { createLengthPrefixedFramer } from '../../src/framing/length-prefixed.js';
import { bytes, chunksOf, discardedBytes, framesOf, pushAll } from '../support/protocols/framing.js';

const start = [0x94, 0xc3] as const;
const MAX_BYTES = 40;

/** Valid content is text in angle brackets. */
const create = () =>
  createLengthPrefixedFramer({
    start,
    maxBytes: MAX_BYTES,
    read(content) {
      const text = Buffer.from(content).toString('latin1');
      return /^<.*>$/s.test(text) ? text : undefined;
    },
  });

const frame = (content: string, length = content.length): string =>
  `\x94\xc3${String.fromCharCode(length >> 8, length & 0xff)}${content}`;

const seed = 20_261_121;

describe('createLengthPrefixedFramer', () => {
  const push = (text: string, sizes: readonly number[] = [4096]) => pushAll(create(), chunksOf(bytes(text), sizes));

  it('frames are found next to each other and between noise, which is counted', () => {
    const out = push(`log\r\n${frame('<a>')}${frame('<b>')}\x94x\xc3${frame('<c>')}`);
    expect(framesOf(out)).to.deep.equal(['<a>', '<b>', '<c>']);
    expect(discardedBytes(out, 'noise')).to.equal(8);
  });

  it('a chunk may be overwritten once it is pushed', () => {
    const framer = create();
    const out = chunksOf(bytes(frame('<a>') + frame('<b>')), [3]).flatMap((part) => {
      const chunk = Buffer.from(part);
      const found = framer.push(chunk);
      chunk.fill(0xaa);
      return found;
    });
    expect(framesOf(out)).to.deep.equal(['<a>', '<b>']);
  });

  it('content that looks like a frame is not extracted', () => {
    const inner = `<${frame('<x>')}>`;
    expect(framesOf(push(frame(inner), [1]))).to.deep.equal([inner]);
    const framer = create();
    expect(framesOf(framer.push(bytes(frame(inner).slice(0, -1))))).to.deep.equal([]);
    expect(framesOf(framer.push(bytes('>')))).to.deep.equal([inner]);
  });

  it('a torn frame costs only itself', () => {
    expect(framesOf(push(frame('<torn>').slice(0, -2) + frame('<a>') + frame('<b>')))).to.deep.equal(['<a>', '<b>']);
    expect(framesOf(push(frame('<torn>').slice(1) + frame('<a>')))).to.deep.equal(['<a>']);
    expect(framesOf(push(frame('<a>', 0) + frame('<a>', 41) + frame('<b>')))).to.deep.equal(['<b>']);
  });

  it('a flush finds the frames in an incomplete frame', () => {
    const framer = create();
    expect(framer.push(bytes(frame('<torn', 30) + frame('<a>')))).to.deep.equal([]);
    const out = framer.flush?.() ?? [];
    expect(framesOf(out)).to.deep.equal(['<a>']);
    expect(discardedBytes(out)).to.equal(9);
    expect(framer.flush?.()).to.deep.equal([]);
    expect(framesOf(framer.push(bytes(frame('<b>'))))).to.deep.equal(['<b>']);
  });

  it('the frames are the same however the stream is chunked, and every byte is in a frame or discarded', () => {
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
      fc.property(fc.array(piece, { maxLength: 20 }), sizes, (pieces, chunkSizes) => {
        const stream = pieces.join('');
        const [one, many] = [create(), create()];
        const whole = [...one.push(bytes(stream)), ...(one.flush?.() ?? [])];
        const parts = [...pushAll(many, chunksOf(bytes(stream), chunkSizes)), ...(many.flush?.() ?? [])];
        expect(framesOf(parts)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(parts)).to.equal(discardedBytes(whole));
        const framed = framesOf(whole).reduce((sum, content) => sum + content.length + 4, 0);
        expect(framed + discardedBytes(whole)).to.equal(stream.length);
      }),
      { seed, numRuns: 500 },
    );
  });
});
