import { expect } from 'chai';
import fc from 'fast-check';
import { isExpired, countUsedLicenses } from '../../../src/domain/devices/license.js';
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
