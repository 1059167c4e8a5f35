import { expect } from 'chai';
import { HEADER_BYTES, readPmtilesHeader, type PmtilesHeader } from '../../../src/services/system/pmtiles-header.js';
import { pmtilesOf } from '../../support/map/pmtiles.js';

const archive = pmtilesOf({
  tiles: [0, 1, 2].map((z) => ({ z, x: 0, y: 0, bytes: Buffer.from('tile') })),
  type: 1,
  bounds: [4.5, 51.25, 7, 53.5],
});
const read = (bytes: Buffer, size = bytes.length): PmtilesHeader =>
  readPmtilesHeader(bytes.subarray(0, HEADER_BYTES), size);
const changed = (at: number, ...values: number[]): Buffer => {
  const copy = Buffer.from(archive);
  copy.set(values, at);
  return copy;
};
const codeOf = (bytes: Buffer, size?: number): string | undefined => read(bytes, size).fault?.code;

describe('readPmtilesHeader', () => {
  it('a header has the kind, zooms and bounds of the tiles', () => {
    expect(read(archive)).to.deep.equal({
      tiles: { kind: 'vector', minZoom: 0, maxZoom: 2, west: 4.5, south: 51.25, east: 7, north: 53.5 },
      fault: null,
    });
    expect(read(changed(99, 4))).to.have.nested.property('tiles.kind', 'webp');
  });

  it('missing bounds mean the whole world', () => {
    const { tiles } = read(changed(102, ...Array<number>(16).fill(0))) as { tiles: object };
    expect(tiles).to.include({ west: -180, south: -90, east: 180, north: 90 });
  });

  it('other files and other versions are different faults', () => {
    expect(codeOf(Buffer.from('SQLite format 3'))).to.equal('not_an_archive');
    expect(codeOf(Buffer.alloc(0))).to.equal('not_an_archive');
    expect(codeOf(changed(7, 2))).to.equal('other_version');
  });

  it('a truncated file is detected at any length', () => {
    for (const length of [8, 126, 127, archive.length - 1])
      expect(codeOf(archive.subarray(0, length))).to.equal('cut_off');
    expect(codeOf(archive, archive.length + 1)).to.equal(undefined);
    expect(codeOf(changed(56, 255, 255, 255, 255, 255, 255, 255, 255))).to.equal('cut_off');
  });

  it('tiles and compressions that browsers cannot read are refused where they matter', () => {
    expect(codeOf(changed(99, 6))).to.equal('other_tiles');
    expect(codeOf(changed(99, 0))).to.equal('other_tiles');
    expect(codeOf(changed(97, 3))).to.equal('other_compression');
    expect(codeOf(changed(98, 4))).to.equal('other_compression');
    expect(codeOf(changed(98, 4, 2))).to.equal(undefined);
  });

  it('impossible zooms are refused', () => {
    expect(codeOf(changed(100, 3, 2))).to.equal('damaged');
    expect(codeOf(changed(101, 200))).to.equal('damaged');
  });

  it('no header bytes cause an exception', () => {
    for (let at = 0; at < HEADER_BYTES; at++) {
      for (const value of [0, 127, 255]) expect(() => read(changed(at, value))).not.to.throw();
    }
  });
});
