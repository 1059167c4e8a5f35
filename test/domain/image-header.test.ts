import { expect } from 'chai';
import { readImageHeader, type ImageHeader } from '../../src/domain/image-header.js';
import { pngOf } from '../support/map/png.js';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const png = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [...size], [8, 6, 0, 0, 0]);
};
/** With an APP1 segment, fill bytes and a Huffman table before the frame. */
const jpeg = (frame: number): Buffer =>
  bytes(
    [0xff, 0xd8],
    [0xff, 0xe1, 0, 6, 1, 2, 3, 4],
    [0xff, 0xff, 0xff, 0xc4, 0, 3, 0],
    [0xff, frame, 0, 17, 8, 0x03, 0x20, 0x04, 0xb0, 3],
  );
const riff = (chunk: string, data: number[]): Buffer =>
  bytes(
    'RIFF',
    [0, 0, 0, 0],
    'WEBP',
    chunk,
    [0, 0, 0, 0],
    data,
    Array.from({ length: 20 }, () => 0),
  );

describe('readImageHeader', () => {
  const cases: readonly (readonly [string, Buffer, ImageHeader])[] = [
    ['a PNG', png(1_200, 800), { type: 'image/png', width: 1_200, height: 800 }],
    ['a PNG of 1.6 gigapixels', png(40_000, 40_000), { type: 'image/png', width: 40_000, height: 40_000 }],
    ['a baseline JPEG', jpeg(0xc0), { type: 'image/jpeg', width: 1_200, height: 800 }],
    ['a progressive JPEG', jpeg(0xc2), { type: 'image/jpeg', width: 1_200, height: 800 }],
    [
      'a lossy WebP',
      riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0xb0, 0x04, 0x20, 0x03]),
      { type: 'image/webp', width: 1_200, height: 800 },
    ],
    [
      'a lossless WebP',
      // 14 bits each of width - 1 and height - 1.
      riff('VP8L', [0x2f, 0xaf, 0xc4, 0xc7, 0x00]),
      { type: 'image/webp', width: 1_200, height: 800 },
    ],
    [
      'an extended WebP',
      riff('VP8X', [0, 0, 0, 0, 0xaf, 0x04, 0, 0x1f, 0x03, 0]),
      { type: 'image/webp', width: 1_200, height: 800 },
    ],
  ];
  for (const [what, picture, header] of cases) {
    it(`the size of ${what} is read from its header`, () => {
      expect(readImageHeader(picture)).to.deep.equal(header);
    });

    it(`${what} that is cut off anywhere has a size or none, and is never an error`, () => {
      for (let length = 0; length < picture.length; length += 1)
        expect([undefined, header.type]).to.include(readImageHeader(picture.subarray(0, length))?.type);
    });
  }

  it('a picture of the tests has its size', () => {
    expect(readImageHeader(pngOf([1, 2, 3]))).to.include({ type: 'image/png' });
  });

  it('other files have none', () => {
    for (const other of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '', 'RIFFxxxxWAVEfmt '])
      expect(readImageHeader(Buffer.from(other.padEnd(64)))).to.equal(undefined);
    expect(readImageHeader(png(0, 5))).to.equal(undefined);
    expect(readImageHeader(bytes([0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0]))).to.equal(undefined);
  });

  it('segments of a JPEG that have no length end nowhere in a loop', () => {
    expect(readImageHeader(Buffer.alloc(8_000_000, 0xff).fill(0xd8, 1, 2))).to.equal(undefined);
  });
});
