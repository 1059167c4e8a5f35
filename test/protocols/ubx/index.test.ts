import { expect } from 'chai';
import { createCounters, NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { ubx } from '../../../src/protocols/ubx/index.js';
import { locationSchema, type Location } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { hnrPvt as encodeHnrPvt } from '../../../src/simulator/ubx/messages.js';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { bytes, runProtocol, locationsOf } from '../../support/protocols/framing.js';

const fix = {
  dateTime: '2026-11-21T08:22:34.560Z',
  latitude: -52.842278,
  longitude: -5.70582,
  speed: 10.289,
  course: 84.4,
  altitude: -1.5,
  satellites: 9,
  battery: 50,
};

/** Decodes a NAV-PVT of the fix with changed bytes; `changes`: values by offset in the payload. */
function decodeNavPvt(
  changes: Readonly<Record<number, readonly number[]>> = {},
  length = 92,
): ReturnType<typeof runProtocol> {
  const payload = navPvt(fix).subarray(6, 6 + length);
  for (const [offset, values] of Object.entries(changes)) payload.set(values, Number(offset));
  return runProtocol(ubx, [ubxPacket(0x0107, payload)]);
}
const decodeFix = (changes?: Parameters<typeof decodeNavPvt>[0], length?: number): Location | undefined =>
  locationsOf(decodeNavPvt(changes, length))[0];
const fixAfter = (ms: number): typeof fix => ({
  ...fix,
  dateTime: new Date(Date.parse(fix.dateTime) + ms).toISOString(),
});
/** The same fix as HNR-PVT, `ms` later. */
const hnrPvt = (ms = 0): Buffer => encodeHnrPvt(fixAfter(ms));
const solution = (ms: number): Buffer => navPvt(fixAfter(ms));
/** ms of the decoded fixes after the first */
const offsetsOf = (packets: readonly Buffer[]): number[] =>
  locationsOf(runProtocol(ubx, packets)).map(({ dateTime }) => Date.parse(dateTime) - Date.parse(fix.dateTime));
const int32 = (value: number): readonly number[] => [0, 8, 16, 24].map((shift) => (value >> shift) & 0xff);

describe('the UBX protocol', () => {
  it('NAV-PVT becomes a location in SI units with its accuracy', () => {
    const { battery, ...rest } = fix;
    expect(decodeFix()).to.deep.equal({ ...rest, accuracy: 1.5 });
    expect(battery).to.equal(50);
    expect(validator(locationSchema)(decodeFix()).ok).to.equal(true);
  });

  it('the shorter payload of older receivers is accepted', () => {
    expect(decodeFix({}, 84)).to.deep.equal(decodeFix());
    expect(decodeNavPvt({}, 83)).to.deep.equal([{ type: 'rejected', reason: 'NAV-PVT is too short' }]);
  });

  it('a payload without a satellite fix gives no location: none, dead reckoning only, time only', () => {
    for (const type of [0, 1, 5, 6, 255]) expect(decodeNavPvt({ 20: [type] }), String(type)).to.deep.equal([]);
    for (const type of [2, 3, 4]) expect(decodeFix({ 20: [type] }), String(type)).to.deep.equal(decodeFix());
  });

  it('a fix with an unknown date or time or an invalid position gives no location', () => {
    for (const valid of [0x36, 0x35, 0x34]) expect(decodeNavPvt({ 11: [valid] })).to.deep.equal([]);
    expect(decodeNavPvt({ 78: [1] })).to.deep.equal([]);
  });

  it('a fix outside the accuracy limits of the receiver is marked', () => {
    expect(decodeFix({ 21: [0] })).to.deep.equal({ ...decodeFix(), attributes: { withinLimits: false } });
  });

  it('an impossible date, time or position is rejected', () => {
    const wrong = [
      { 6: [13] },
      { 6: [2], 7: [30] },
      { 8: [24] },
      { 9: [60] },
      { 10: [61] },
      { 16: int32(1_000_000_001) },
      { 24: int32(1_800_000_001) },
      { 28: int32(-900_000_001) },
    ];
    for (const changes of wrong) {
      expect(decodeNavPvt(changes), JSON.stringify(changes)).to.deep.equal([
        { type: 'rejected', reason: 'impossible date or position' },
      ]);
    }
  });

  it('nanoseconds are added to the second, also negative ones', () => {
    expect(decodeFix({ 16: int32(-440_000_000) })?.dateTime).to.equal('2026-11-21T08:22:33.560Z');
    expect(decodeFix({ 16: int32(-300_000) })?.dateTime).to.equal('2026-11-21T08:22:34.000Z');
    const newYear = { 4: [0xeb, 0x07], 6: [1, 1, 0, 0, 0], 16: int32(-2_000_000) };
    expect(decodeFix(newYear)?.dateTime).to.equal('2026-12-31T23:59:59.998Z');
  });

  it('a date that the receiver can confirm is used once it has, or a trusted clock agrees with it', () => {
    const [unable, known, dateOnly, confirmed] = [0, 0x20, 0x60, 0xe0];
    for (const flags2 of [unable, confirmed]) expect(decodeFix({ 22: [flags2] })?.dateTime).to.equal(fix.dateTime);
    for (const flags2 of [known, dateOnly]) expect(decodeNavPvt({ 22: [flags2] })).to.deep.equal([]);
    const payload = Buffer.from(navPvt(fix).subarray(6, -2)).fill(known, 22, 23);
    const countAt = (receivedAt: number, clockQuality: 'none' | 'saved'): number => {
      const session = ubx.open(createCounters(), { ...NULL_CONTEXT, clockQuality: () => clockQuality });
      return session.push(ubxPacket(0x0107, payload), receivedAt).length;
    };
    const taken = Date.parse(fix.dateTime);
    expect(countAt(taken + 2_000, 'saved')).to.equal(1);
    expect(countAt(taken + 2_000, 'none')).to.equal(0);
    expect(countAt(taken + 600_000, 'saved')).to.equal(0);
  });

  it('unknown values are left out', () => {
    expect(decodeFix({ 40: [255, 255, 255, 255] })).to.not.have.property('accuracy');
    expect(decodeFix({ 64: int32(-1) })).to.not.have.property('course');
    expect(decodeFix({ 64: int32(36_000_000) })).to.have.property('course', 0);
  });

  it('a fix that was sent and then polled is decoded once', () => {
    const next = { ...fix, dateTime: '2026-11-21T08:22:35.560Z' };
    const messages = runProtocol(ubx, [navPvt(fix), navPvt(fix), navPvt(next)]);
    expect(locationsOf(messages).map(({ dateTime }) => dateTime)).to.deep.equal([fix.dateTime, next.dateTime]);
  });

  it('HNR-PVT becomes a location without a number of satellites', () => {
    const { satellites, ...rest } = decodeFix() ?? expect.fail('no fix');
    expect(satellites).to.equal(fix.satellites);
    expect(locationsOf(runProtocol(ubx, [hnrPvt()]))).to.deep.equal([rest]);
    const short = ubxPacket(0x2800, hnrPvt().subarray(6, -3));
    expect(runProtocol(ubx, [short])).to.deep.equal([{ type: 'rejected', reason: 'HNR-PVT is too short' }]);
  });

  it('an instant in both messages is decoded once, from the NAV-PVT that arrives later', () => {
    const [first, second, third] = [solution(0), solution(500), solution(1_000)];
    expect(
      offsetsOf([hnrPvt(100), first, hnrPvt(500), second, hnrPvt(900), hnrPvt(1_000), hnrPvt(1_100), third]),
    ).to.deep.equal([100, 0, 500, 900, 1_100, 1_000]);
  });

  it('every HNR-PVT is decoded where NAV-PVT is missing or has stopped', () => {
    expect(offsetsOf([0, 1_000, 1_000, 2_000].map(hnrPvt))).to.deep.equal([0, 1_000, 2_000]);
    const later = [1, 2, 3, 4, 5, 6].map((seconds) => hnrPvt(seconds * 1_000));
    expect(offsetsOf([solution(0), ...later])).to.deep.equal([0, 5_000, 6_000]);
  });

  it('a fix is decoded once on a port that also carries sentences and other messages', () => {
    const counters = createCounters();
    const other = ubxPacket(0x0135, Buffer.alloc(20));
    const messages = runProtocol(
      ubx,
      [bytes(nmeaEpoch(fix)), other, navPvt(fix), bytes(nmeaEpoch(fix)), other],
      counters,
    );
    expect(messages).to.deep.equal([{ type: 'records', locations: [decodeFix()], alerts: [] }]);
    expect(counters).to.include({ frames: 3, badChecksums: 0 });
  });
});
