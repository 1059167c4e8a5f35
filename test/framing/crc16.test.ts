import { expect } from 'chai';
import { crc16 } from '../../src/framing/crc16.js';
import { bytes } from '../support/framing.js';

describe('CRC-16/CCITT-FALSE', () => {
  it('gives the check value of its catalogue entry', () => {
    expect(crc16(bytes('123456789'))).to.equal(0x29b1);
    expect(crc16(bytes(''))).to.equal(0xffff);
  });
});
