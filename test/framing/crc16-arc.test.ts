import { expect } from 'chai';
import { crc16Arc, crc16ArcOfRanges } from '../../src/framing/crc16-arc.js';

describe('crc16Arc', () => {
  it('the check value is that of the catalogue', () => {
    expect(crc16Arc(Buffer.from('123456789'))).to.equal(0xbb3d);
    expect(crc16Arc(new Uint8Array())).to.equal(0);
  });

  it('the CRC of any range is that of its bytes', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => (at * at * 31 + 7) & 0xff);
    const crcOf = crc16ArcOfRanges(bytes);
    for (const from of [0, 1, 2, 77, 255, 300]) {
      for (let to = from; to <= bytes.length; to += 1) {
        expect(crcOf(from, to), `${from} to ${to}`).to.equal(crc16Arc(bytes.subarray(from, to)));
      }
    }
  });
});
