import { expect } from 'chai';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { ubx } from '../../../src/protocols/ubx/index.js';
import { validator } from '../../../src/schema/validator.js';
import { locationSchema, type Location } from '../../../src/schema/records/location.js';
import {
  hnrPvt,
  navPosllh,
  navSol,
  navStatus,
  navTimeGps,
  navTimeUtc,
  navVelned,
} from '../../../src/simulator/ubx/messages.js';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { locationsOf, runProtocol } from '../../support/protocols/framing.js';

const fix = {
  dateTime: '2026-11-21T08:22:34.000Z',
  latitude: -52.842278,
  longitude: -5.70582,
  speed: 10.29,
  course: 84.4,
  altitude: -1.5,
  satellites: 9,
  battery: 50,
};
const later = (seconds: number): typeof fix => ({
  ...fix,
  dateTime: new Date(Date.parse(fix.dateTime) + seconds * 1_000).toISOString(),
});

/** The packet with changed bytes; `changes`: values by offset in the payload. */
function changed(packet: Buffer, changes: Readonly<Record<number, readonly number[]>>): Buffer {
  const payload = Buffer.from(packet.subarray(6, -2));
  for (const [offset, values] of Object.entries(changes)) payload.set(values, Number(offset));
  return ubxPacket(packet.readUInt16BE(2), payload);
}
const run = (...packets: readonly Buffer[]): TrackerMessage[] => runProtocol(ubx, packets);
const decode = (...packets: readonly Buffer[]): Location[] => locationsOf(run(...packets));
const timesOf = (locations: readonly Location[]): string[] => locations.map(({ dateTime }) => dateTime.slice(17, 19));
const [NO_FIX, DEAD_RECKONING, TIME_ONLY] = [0, 1, 5];

describe('UBX without NAV-PVT', () => {
  it('NAV-SOL becomes a location whose height is above the ellipsoid, not above mean sea level', () => {
    const [location, ...others] = decode(navTimeGps(fix), navSol(fix));
    expect(others).to.be.empty;
    expect(location).to.include({ dateTime: fix.dateTime, satellites: 9 });
    expect(location).to.not.have.any.keys('altitude', 'accuracy');
    expect(location?.latitude).to.be.closeTo(fix.latitude, 1e-7);
    expect(location?.longitude).to.be.closeTo(fix.longitude, 2e-7);
    expect(location?.speed).to.be.closeTo(fix.speed, 0.01);
    expect(location?.course).to.be.closeTo(fix.course, 0.06);
    expect(location?.attributes?.ellipsoidHeight).to.be.closeTo(43.5, 0.02);
    expect(validator(locationSchema)(location).ok).to.equal(true);
  });

  it('NAV-POSLLH with NAV-VELNED and NAV-TIMEUTC becomes a location with its altitude and accuracy', () => {
    const { battery, satellites, ...rest } = fix;
    expect([battery, satellites]).to.deep.equal([50, 9]);
    expect(decode(navPosllh(fix), navVelned(fix), navTimeUtc(fix))).to.deep.equal([{ ...rest, accuracy: 1.5 }]);
  });

  it('a value that no message gives is left out', () => {
    expect(decode(navPosllh(fix), navTimeUtc(fix))[0]).to.not.have.any.keys('speed', 'course', 'satellites');
    const still = changed(navSol(fix), { 28: Array<number>(12).fill(0) });
    expect(decode(navTimeGps(fix), still)[0])
      .to.include({ speed: 0 })
      .and.not.have.property('course');
    const unknown = changed(navPosllh(fix), { 20: [255, 255, 255, 255] });
    expect(decode(unknown, navStatus(fix), navTimeUtc(fix))[0]).to.not.have.property('accuracy');
  });

  it('the messages of one time of week are joined in any order, the best of each value', () => {
    const packets = [navSol(fix), navPosllh(fix), navVelned(fix), navTimeUtc(fix), navStatus(fix)];
    const { battery, ...rest } = fix;
    expect(battery).to.equal(50);
    expect(decode(...packets)).to.deep.equal([{ ...rest, accuracy: 1.5 }]);
    expect(decode(...packets.reverse())).to.deep.equal([{ ...rest, accuracy: 1.5 }]);
    expect(decode(navPosllh(fix), navTimeUtc(later(1)))).to.deep.equal([]);
  });

  it('an epoch is decoded at its end: at NAV-EOE, at the next one, or after a silence', () => {
    const session = ubx.open(createCounters());
    const push = (packet: Buffer): string[] => timesOf(locationsOf(session.push(packet, 0)));
    push(navTimeGps(fix));
    expect(push(navSol(fix))).to.deep.equal([]);
    expect(push(ubxPacket(0x0161, navSol(fix).subarray(6, 10)))).to.deep.equal(['34']);
    expect(push(navSol(later(1)))).to.deep.equal([]);
    expect(push(navSol(later(2)))).to.deep.equal(['35']);
    expect(timesOf(locationsOf(session.idle()))).to.deep.equal(['36']);
    expect(session.idle()).to.deep.equal([]);
  });

  it('a position needs a date, which comes from NAV-TIMEUTC, or from the week with leap seconds', () => {
    expect(run(navSol(fix))).to.deep.equal([]);
    expect(run(navPosllh(fix), navVelned(fix))).to.deep.equal([]);
    expect(timesOf(decode(navSol(fix), navTimeUtc(fix)))).to.deep.equal(['34']);
    expect(timesOf(decode(navPosllh(fix), navTimeGps(fix)))).to.deep.equal(['34']);
    for (const valid of [6, 5, 3]) {
      expect(run(navPosllh(fix), changed(navTimeUtc(fix), { 19: [valid] })), `UTC ${valid}`).to.deep.equal([]);
    }
    for (const valid of [6, 5, 3]) {
      expect(run(navPosllh(fix), changed(navTimeGps(fix), { 11: [valid] })), `GPS ${valid}`).to.deep.equal([]);
    }
    expect(run(navTimeGps(later(-1)), changed(navSol(fix), { 11: [1] }))).to.deep.equal([]);
  });

  it('only satellite fixes become locations, and those outside the limits are marked', () => {
    for (const type of [NO_FIX, DEAD_RECKONING, TIME_ONLY]) {
      expect(run(navTimeGps(fix), changed(navSol(fix), { 10: [type] })), `SOL ${type}`).to.deep.equal([]);
      const status = changed(navStatus(fix), { 4: [type] });
      expect(run(navPosllh(fix), status, navTimeUtc(fix)), `STATUS ${type}`).to.deep.equal([]);
    }
    const [outside] = decode(navTimeGps(fix), changed(navSol(fix), { 11: [0x0c] }));
    expect(outside?.attributes).to.include({ withinLimits: false }).and.have.property('ellipsoidHeight');
    const status = changed(navStatus(fix), { 5: [0] });
    expect(decode(navPosllh(fix), status, navTimeUtc(fix))[0]?.attributes).to.deep.equal({ withinLimits: false });
  });

  it('a position without a fix type is taken up to the factory limit of 100 m', () => {
    const within = changed(navPosllh(fix), { 20: [0xa0, 0x86, 1, 0] });
    const outside = changed(navPosllh(fix), { 20: [0xa1, 0x86, 1, 0] });
    expect(decode(within, navTimeUtc(fix))[0]).to.include({ accuracy: 100 });
    expect(run(outside, navTimeUtc(fix))).to.deep.equal([]);
  });

  it('an epoch is decoded once, from the best message: NAV-PVT, then the others, then HNR-PVT', () => {
    const [pvt] = decode(navPvt(fix));
    expect(pvt?.dateTime).to.equal(fix.dateTime);
    const parts = [navTimeGps(fix), navSol(fix), navPosllh(fix), navTimeUtc(fix)];
    expect(decode(...parts, navPvt(fix))).to.deep.equal([pvt]);
    expect(decode(navPvt(fix), ...parts)).to.deep.equal([pvt]);
    expect(run(changed(navPvt(fix), { 20: [TIME_ONLY] }), ...parts)).to.deep.equal([]);
    const sent = [0, 1, 2].flatMap((second) => [
      hnrPvt(later(second)),
      navSol(later(second)),
      navTimeGps(later(second)),
      ubxPacket(0x0161, navSol(later(second)).subarray(6, 10)),
    ]);
    const [first, ...others] = decode(...sent);
    expect(timesOf([...(first ? [first] : []), ...others])).to.deep.equal(['34', '35', '36']);
    for (const other of others) expect(other.attributes).to.have.property('ellipsoidHeight');
  });

  it('an epoch whose NAV-PVT was damaged is decoded from the other messages, and the earlier one is kept', () => {
    const packets = [navPvt(fix), navTimeGps(later(1)), navSol(later(1)), navPvt(later(2))];
    expect(timesOf(decode(...packets))).to.deep.equal(['34', '35', '36']);
  });

  it('short messages, impossible dates and places that are not on the earth are rejected', () => {
    const impossible = [{ type: 'rejected', reason: 'impossible date or position' }];
    for (const [packet, name] of [
      [navSol(fix), 'NAV-SOL'],
      [navPosllh(fix), 'NAV-POSLLH'],
      [navStatus(fix), 'NAV-STATUS'],
      [navVelned(fix), 'NAV-VELNED'],
      [navTimeGps(fix), 'NAV-TIMEGPS'],
      [navTimeUtc(fix), 'NAV-TIMEUTC'],
    ] as const) {
      const short = ubxPacket(packet.readUInt16BE(2), packet.subarray(6, -3));
      expect(run(short)).to.deep.equal([{ type: 'rejected', reason: `${name} is too short` }]);
    }
    expect(run(navTimeGps(fix), changed(navSol(fix), { 12: Array<number>(12).fill(0) }))).to.deep.equal(impossible);
    expect(run(navTimeUtc(fix), changed(navPosllh(fix), { 8: [0, 0, 0, 127] }))).to.deep.equal(impossible);
    expect(run(navPosllh(fix), changed(navTimeUtc(fix), { 14: [13] }))).to.deep.equal(impossible);
  });
});
