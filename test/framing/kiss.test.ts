import { expect } from 'chai';
import fc from 'fast-check';
import { createKissFramer } from '../../src/framing/kiss.js';
import { kissFrame } from '../../src/simulator/aprs/ax25.js';
import { bytes, chunksOf, countOf, discardedBytes, framesOf, pushAll } from '../support/protocols/framing.js';

const MAX_BYTES = 60;
const seed = 20_261_121;

/** Packets are words that start with a capital letter. */
const create = () =>
  createKissFramer({
    minBytes: 2,
    maxBytes: MAX_BYTES,
    read(packet, lineBytes) {
      const text = Buffer.from(packet).toString('latin1');
      return /^[A-Z]/.test(text) ? { text, lineBytes } : undefined;
    },
  });

const texts = (stream: string, sizes: readonly number[] = [4096]): string[] =>
  framesOf(pushAll(create(), chunksOf(bytes(stream), sizes))).map(({ text }) => text);
const frame = (content: string): string => Buffer.from(kissFrame(bytes(content))).toString('latin1');

describe('createKissFramer', () => {
  it('a chunk may be overwritten once it is pushed', () => {
    const framer = create();
    const out = chunksOf(bytes(frame('One') + frame('Two')), [3]).flatMap((part) => {
      const chunk = Buffer.from(part);
      const found = framer.push(chunk);
      chunk.fill(0xaa);
      return found;
    });
    expect(framesOf(out).map(({ text }) => text)).to.deep.equal(['One', 'Two']);
  });

  it('consecutive frames are found with one or two frame ends between them', () => {
    expect(texts(frame('One') + frame('Two'))).to.deep.equal(['One', 'Two']);
    expect(texts(frame('One') + frame('Two').slice(1))).to.deep.equal(['One', 'Two']);
    expect(texts('\xc0\xc0\xc0' + frame('One'))).to.deep.equal(['One']);
  });

  it('escaped frame ends and escapes are restored', () => {
    expect(texts(frame('A\xc0\xdb\xdc\xdd'), [1])).to.deep.equal(['A\xc0\xdb\xdc\xdd']);
    expect(frame('A\xc0')).to.equal('\xc0\0A\xdb\xdc\xc0');
    expect(texts('\xc0\0A\xdbx\xc0\xc0\0A\xdb\xc0')).to.deep.equal([]);
  });

  it('packets of any TNC port are frames, and other commands are not', () => {
    expect(texts('\xc0\x10One\xc0\xc0\x50Two\xc0')).to.deep.equal(['One', 'Two']);
    expect(texts('\xc0\x01A\xc0\xc0\xffA\xc0\xc0\x0cA\xc0')).to.deep.equal([]);
  });

  it('a frame without its start is discarded: neither an SSID nor the bytes before the first end pass for a command', () => {
    expect(texts('\x60Lost\xc0\xc0\xe0Lost\xc0')).to.deep.equal([]);
    expect(texts('\0Lost\xc0' + frame('One'))).to.deep.equal(['One']);
  });

  it('a frame that is too long is discarded and costs only itself', () => {
    const out = pushAll(create(), chunksOf(bytes(frame('A'.repeat(100)) + frame('One')), [7]));
    expect(framesOf(out).map(({ text }) => text)).to.deep.equal(['One']);
    expect(discardedBytes(out, 'too-long')).to.equal(101);
  });

  it('a flush discards an incomplete frame', () => {
    const framer = create();
    expect(framer.push(bytes('\xc0\0On'))).to.deep.equal([]);
    expect(framer.flush?.()).to.deep.equal([{ kind: 'discarded', bytes: 3, reason: 'cut' }]);
    expect(framer.flush?.()).to.deep.equal([]);
    expect(framesOf(framer.push(bytes(frame('Two'))))).to.deep.equal([{ text: 'Two', lineBytes: 4 }]);
  });

  it('the frames are the same however the stream is chunked, and every byte is in a frame, discarded, or a frame end', () => {
    const piece = fc.oneof(
      fc.constantFrom(frame('One'), frame('A\xc0\xdb'), frame('A'.repeat(70)), frame('Cut').slice(0, 3), '\xc0'),
      fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array).toString('latin1')),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), sizes, (pieces, chunkSizes) => {
        const input = bytes(pieces.join(''));
        const [one, many] = [create(), create()];
        const whole = [...one.push(input), ...(one.flush?.() ?? [])];
        const parts = [...pushAll(many, chunksOf(input, chunkSizes)), ...(many.flush?.() ?? [])];
        expect(framesOf(parts)).to.deep.equal(framesOf(whole));
        expect(discardedBytes(parts)).to.equal(discardedBytes(whole));
        const framed = framesOf(whole).reduce((sum, { lineBytes }) => sum + lineBytes, 0);
        expect(framed + discardedBytes(whole) + countOf('\xc0', input)).to.equal(input.length);
      }),
      { seed, numRuns: 500 },
    );
  });
});
