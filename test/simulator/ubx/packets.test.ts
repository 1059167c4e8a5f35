import { expect } from 'chai';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';

const fix = {
  dateTime: '2026-11-21T08:22:34.560Z',
  latitude: 52.842278,
  longitude: -5.70582,
  speed: 10.289,
  course: 84.4,
  altitude: -1.5,
  satellites: 9,
  battery: 50,
};

describe('ubxPacket and navPvt', () => {
  it('the checksum of a packet matches the MON-VER poll in the manual', () => {
    expect(ubxPacket(0x0a04, Buffer.alloc(0)).toString('hex')).to.equal('b5620a0400000e34');
  });

  it('NAV-PVT has the values of the fix', () => {
    const packet = navPvt(fix);
    expect(packet).to.have.length(100);
    expect(packet.subarray(0, 6).toString('hex')).to.equal('b56201075c00');
    const payload = packet.subarray(6, -2);
    expect(payload.readUInt16LE(4)).to.equal(2026);
    expect([...payload.subarray(6, 11)]).to.deep.equal([11, 21, 8, 22, 34]);
    expect(payload.readInt32LE(16)).to.equal(560_000_000);
    expect([...payload.subarray(20, 24)]).to.deep.equal([3, 1, 10, 9]);
    const values = [24, 28, 36, 60, 64].map((offset) => payload.readInt32LE(offset));
    expect(values).to.deep.equal([-57_058_200, 528_422_780, -1_500, 10_289, 8_440_000]);
  });

  it('the time of week is valid for a clock that starts in 1970', () => {
    expect(navPvt({ ...fix, dateTime: '1970-01-01T00:00:01.000Z' }).readUInt32LE(6)).to.be.below(604_800_000);
  });
});
