import { expect } from 'chai';
import fc from 'fast-check';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { countUsedLicenses, forecastExpiries, isExpired } from '../../../src/domain/devices/license.js';
import { deviceOf } from '../../support/store/records.js';

const now = Date.UTC(2026, 10, 21, 8);
const iso = (ms: number): string => new Date(ms).toISOString();
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
const end = fc.option(instant.map(iso));

describe('isExpired', () => {
  it('a device expires at the instant itself, and is active a millisecond before', () => {
    expect(isExpired(deviceOf('a', iso(now + 1)), now)).to.equal(false);
    expect(isExpired(deviceOf('a', iso(now)), now)).to.equal(true);
    expect(isExpired(deviceOf('a', iso(now - 1)), now)).to.equal(true);
  });

  it('a device without an expiry never expires', () => {
    expect(isExpired(deviceOf('a'), Number.MAX_SAFE_INTEGER)).to.equal(false);
  });

  it('an expired device stays expired as time passes', () => {
    fc.assert(
      fc.property(end, instant, instant, (expires, a, b) => {
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
        const device = deviceOf('a', expires);
        if (isExpired(device, earlier)) expect(isExpired(device, later)).to.equal(true);
      }),
    );
  });
});

describe('countUsedLicenses', () => {
  it('no devices use no licenses', () => {
    expect(countUsedLicenses([], now)).to.equal(0);
  });

  it('every non-expired device uses one license, in any order, and never more as time passes', () => {
    fc.assert(
      fc.property(fc.array(end, { maxLength: 50 }), instant, fc.nat(), (ends, at, later) => {
        const devices = ends.map((expires, i) => deviceOf(`d${i}`, expires));
        const used = countUsedLicenses(devices, at);
        expect(used).to.equal(ends.filter((expires) => expires === null || expires > iso(at)).length);
        expect(countUsedLicenses(devices.reverse(), at)).to.equal(used);
        expect(countUsedLicenses(devices, at + later)).to.be.at.most(used);
      }),
    );
  });
});

describe('forecastExpiries', () => {
  const DAY_MS = 86_400_000;

  it('each expiry counts for its local date, also where midnight is skipped or occurs twice', () => {
    const zone = fc.constantFrom('UTC', 'America/Santiago', 'America/Havana', 'Atlantic/Azores', 'Pacific/Apia');
    const soon = fc.array(fc.integer({ min: 1, max: 30 * DAY_MS }), { maxLength: 50 });
    fc.assert(
      fc.property(zone, instant, soon, (timeZone, at, offsets) => {
        const devices = offsets.map((offset, i) => deviceOf(`d${i}`, iso(at + offset)));
        const { byDay } = forecastExpiries(devices, { now: at, days: 30, timeZone, isVisible: () => true });
        const expected = new Map<string, number>();
        for (const offset of offsets.toSorted((a, b) => a - b)) {
          const date = localDate(at + offset, timeZone);
          expected.set(date, (expected.get(date) ?? 0) + 1);
        }
        expect(byDay).to.deep.equal([...expected].map(([date, count]) => ({ date, count })));
      }),
    );
  });
});
