import { expect } from 'chai';
import fc from 'fast-check';
import { createSentenceFramer, MAX_SENTENCE_BYTES, type Sentence } from '../../src/framing/sentences.js';
import {
  bytes,
  chunksOf,
  discardedBytes,
  framesOf,
  lineEnds,
  pushAll,
  sentence,
} from '../support/protocols/framing.js';

const seed = 20_261_121;
const rmc = sentence('GPRMC,092204.999,A,4250.5589,S,14718.5084,E,0.00,89.68,211200,,');
const gga = sentence('GPGGA,092204.999,4250.5589,S,14718.5084,E,1,04,24.4,19.7,M,,,,0000');

const tailed = `${rmc.slice(0, -2)},s28089,1242958962\r\n`;
/** without and with a tail after the checksum */
const framers = [() => createSentenceFramer(), () => createSentenceFramer({ tail: /^,[ -~]+$/ })];

const frame = (text: string): Sentence[] => framesOf(createSentenceFramer().push(bytes(text)));
const texts = (text: string): string[] => frame(text).map((found) => found.text);
const size = ({ prefix, start, text, tail = '' }: Sentence): number =>
  prefix.length + (start === '' ? 0 : 4) + text.length + tail.length;

describe('createSentenceFramer', () => {
  it('a sentence has the text between its start and its checksum', () => {
    expect(frame('$GPVTG,,,,,,,,,N*30\r\n')).to.deep.equal([{ prefix: '', start: '$', text: 'GPVTG,,,,,,,,,N' }]);
    expect(frame(sentence('AIVDM,1,1,,A,15M,0', '!'))[0]).to.include({ start: '!', text: 'AIVDM,1,1,,A,15M,0' });
  });

  it('checksums of either case and CR, LF or both as line end are accepted', () => {
    const lower = rmc.replace(/\*.*\r\n/, (sum) => sum.toLowerCase());
    expect(texts(lower + rmc.replace('\r', '') + rmc.replace('\n', '') + rmc)).to.have.length(4);
  });

  it('a start character within a truncated sentence starts the next sentence', () => {
    const framed = createSentenceFramer().push(bytes(`garbage$GPGGA,12${rmc}`));
    expect(framesOf(framed).map(({ text }) => text.slice(0, 5))).to.deep.equal(['GPRMC']);
    expect(discardedBytes(framed)).to.equal('garbage$GPGGA,12'.length);
  });

  it('a sentence with a wrong checksum is discarded for that reason', () => {
    const framed = createSentenceFramer().push(bytes(rmc.replace('4250', '4251')));
    expect(framed).to.deep.equal([{ kind: 'discarded', bytes: rmc.length - 2, reason: 'checksum' }]);
  });

  it('a line without a checksum is discarded unless the protocol accepts it', () => {
    expect(frame('$GPRMC,092204.999,A,4250.5589,S\r\n')).to.deep.equal([]);
    expect(framesOf(createSentenceFramer({ plain: /^ID \d+$/ }).push(bytes('ID 12\r\nID x\r\n')))).to.deep.equal([
      { prefix: 'ID 12', start: '', text: '' },
    ]);
  });

  it('the text before the start is the prefix, unless it is noise', () => {
    expect(frame(`123456789012345${rmc}`)[0]?.prefix).to.equal('123456789012345');
    expect(frame(`\\s:x,c:1*4A\\${rmc}`)[0]?.prefix).to.equal('\\s:x,c:1*4A\\');
    expect(frame(`12345\x00678${rmc}`)[0]?.prefix).to.equal('');
    expect(frame(`$GPGGA,12345678${rmc}`)[0]?.prefix).to.equal('');
  });

  it('the text after the checksum is the tail, where the protocol allows one', () => {
    const tail = /^,[ -~]+$/;
    const framed = (text: string): Sentence[] => framesOf(createSentenceFramer({ tail }).push(bytes(text)));
    const withTail = (text: string): string => rmc.replace('\r\n', `${text}\r\n`);
    expect(frame(withTail(',s28089,1242958962'))).to.deep.equal([]);
    expect(framed(withTail(',s28089,1242958962'))).to.deep.equal([
      { prefix: '', start: '$', text: rmc.slice(1, -5), tail: ',s28089,1242958962' },
    ]);
    expect(framed(`${rmc}7${withTail(',x')}`)).to.have.length(2);
    expect(framed(rmc)[0]).to.not.have.property('tail');
    for (const text of ['x', ',', ',\x00', '*5A', `,${'s'.repeat(200)}`])
      expect(framed(withTail(text)), text).to.deep.equal([]);
    expect(framed(withTail(',s').replace('4250', '4251'))).to.deep.equal([]);
  });

  it('a sentence of the maximum length is accepted, and a longer one is not', () => {
    const longest = sentence(`PXXXX,${'7'.repeat(MAX_SENTENCE_BYTES - 12)}`);
    expect(longest).to.have.length(MAX_SENTENCE_BYTES);
    expect(texts(longest)).to.have.length(1);
    expect(createSentenceFramer().push(bytes(longest.replace('7', '777')))[0]).to.include({ reason: 'too-long' });
    expect(texts(longest.replace('PXXXX,7', 'PXXXX,77').replace('\r\n', '\n'))).to.deep.equal([]);
  });

  it('a part of a line that is too long is never a prefix', () => {
    const line = bytes(`${'9'.repeat(1000)}${rmc}`);
    for (const step of [1, 7, 254, 255, 256, 508, 509, 5000]) {
      expect(framesOf(pushAll(createSentenceFramer(), chunksOf(line, [step])))).to.deep.equal([
        { prefix: '', start: '$', text: rmc.slice(1, -5) },
      ]);
    }
  });

  it('the frames and discarded bytes are the same however the input is chunked', () => {
    const pieces = fc.constantFrom(
      rmc,
      gga,
      '$',
      '!',
      '\n',
      '\r',
      '*47',
      'x'.repeat(300),
      tailed,
      rmc.slice(0, 30),
      '*6A\r\n',
    );
    const noise = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1'));
    const input = fc.array(fc.oneof(pieces, noise), { maxLength: 30 }).map((parts) => bytes(parts.join('')));
    const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 8 });
    const reasons = ['noise', 'too-long', 'checksum', 'cut'];
    fc.assert(
      fc.property(input, sizes, (stream, chunkSizes) => {
        const ended = Buffer.concat([stream, bytes('\n')]);
        for (const create of framers) {
          const whole = create().push(ended);
          const chunked = pushAll(create(), chunksOf(ended, chunkSizes));
          expect(framesOf(chunked)).to.deep.equal(framesOf(whole));
          for (const reason of reasons) expect(discardedBytes(chunked, reason)).to.equal(discardedBytes(whole, reason));
        }
      }),
      { seed, numRuns: 500 },
    );
  });

  it('every byte is in a frame, a line end or discarded', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 700 }).map((array) => Buffer.from(array)),
      fc.constantFrom(rmc, gga, tailed, `12345678${rmc}`).map(bytes),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const input = Buffer.concat([...parts, bytes('\n')]);
        for (const create of framers) {
          const framed = create().push(input);
          const inFrames = framesOf(framed).reduce((sum, found) => sum + size(found), 0);
          expect(inFrames + lineEnds(input) + discardedBytes(framed)).to.equal(input.length);
        }
      }),
      { seed, numRuns: 300 },
    );
  });

  it('every valid sentence between noise is found', () => {
    const noise = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString('latin1'));
    fc.assert(
      fc.property(fc.array(noise, { minLength: 2, maxLength: 10 }), (gaps) => {
        const found = texts(gaps.join(rmc) + '\n');
        expect(found.filter((text) => rmc.includes(text))).to.have.length(gaps.length - 1);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('no other sentence results from one changed byte', () => {
    for (let at = 0; at < rmc.length; at += 1) {
      for (let value = 0; value < 256; value += 1) {
        const changed = bytes(rmc);
        if (changed[at] === value) continue;
        changed[at] = value;
        const found = framesOf(createSentenceFramer().push(Buffer.concat([changed, bytes('\r\n')])));
        for (const { text } of found) expect(rmc.slice(1, -5).endsWith(text)).to.equal(true);
        expect(found.filter(({ text }) => text.length === rmc.length - 6)).to.satisfy(
          (same: unknown[]) => same.length === 0 || at === 0 || at >= rmc.length - 4,
        );
      }
    }
  });

  it('any input takes linear time, and no more than one frame is held', () => {
    for (const hostile of ['$', 'A', '*', '$A', '*0']) {
      const framer = createSentenceFramer();
      const block = bytes(hostile.repeat(1 << 20).slice(0, 1 << 20));
      let discarded = 0;
      for (let round = 0; round < 16; round += 1) discarded += discardedBytes(framer.push(block));
      expect(16 * block.length - discarded).to.be.at.most(2 * MAX_SENTENCE_BYTES);
    }
  });
});
