import { expect } from 'chai';
import { crc16, crc16X25 } from '../../src/framing/crc16.js';

describe('crc16', () => {
  it('the check value is that of the catalogue', () => {
    expect(crc16(Buffer.from('123456789'))).to.equal(0x29b1);
  });

  it('the CRC of no bytes is FFFF', () => {
    expect(crc16(new Uint8Array())).to.equal(0xffff);
  });
});

describe('crc16X25', () => {
  it('the check value is that of the catalogue', () => {
    expect(crc16X25(Buffer.from('123456789'))).to.equal(0x906e);
  });
});
