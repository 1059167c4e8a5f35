import { expect } from 'chai';
import { crc16 } from '../../src/framing/crc16.js';

describe('CRC-16', () => {
  it('gives the check value of the catalogue', () => {
    expect(crc16(Buffer.from('123456789'))).to.equal(0x29b1);
  });

  it('is FFFF of nothing', () => {
    expect(crc16(new Uint8Array())).to.equal(0xffff);
  });
});
