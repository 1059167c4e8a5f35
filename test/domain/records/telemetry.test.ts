import { expect } from 'chai';
import { mergeTelemetry, attachTelemetry } from '../../../src/domain/records/telemetry.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { fixAt } from '../../support/store/records.js';

const source = { protocol: 'wpt' };
const telemetryOf = (values: Record<string, string | number>): TrackerChange => ({
  kind: 'telemetry',
  v: { deviceId: 'bus', dateTime: fixAt(1).dateTime, values, source },
});
const at = (second: number, own: Partial<Location> = {}): TrackerChange => ({
  kind: 'location',
  v: { deviceId: 'bus', location: { ...fixAt(second), ...own }, source },
});
const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`v${n}`, n]));

describe('attachTelemetry', () => {
  it('telemetry becomes attributes of the next location only', () => {
    const changes = [telemetryOf({ a: 1, b: 1 }), telemetryOf({ b: 2 }), at(1), at(2)];
    expect(attachTelemetry(changes, { c: 3 })).to.deep.equal([
      ...changes.slice(0, 2),
      at(1, { attributes: { c: 3, a: 1, b: 2 } }),
      at(2),
    ]);
  });

  it('values of the location itself take precedence', () => {
    const own = at(1, { attributes: { hdop: 1 } });
    expect(attachTelemetry([own], { speed: 3, hdop: 9 })).to.deep.equal([own]);
  });

  it('the mileage becomes the field of the location, unless it has one', () => {
    const [first, own] = [at(1), at(1, { milleage: 5 })];
    expect(attachTelemetry([first], { milleage: 7 })).to.deep.equal([at(1, { milleage: 7 })]);
    expect(attachTelemetry([own], { milleage: 7 })).to.deep.equal([own]);
  });

  it('a driver who left before the next location is not in it', () => {
    const changes = [telemetryOf({ driverId: 'A1' }), telemetryOf({ driverId: '' }), at(1)];
    expect(attachTelemetry(changes)[2]).to.deep.equal(at(1));
    expect(attachTelemetry([telemetryOf({ driverId: 'A1' }), at(1)])[1]).to.deep.equal(
      at(1, { attributes: { driverId: 'A1' } }),
    );
  });

  it('only the newest values are attached, up to the number of attributes of a location', () => {
    expect(Object.keys(mergeTelemetry(many, { last: 1 })))
      .to.have.length(32)
      .and.to.include('last');
    const [one] = attachTelemetry([at(1, { attributes: { own: 1 } })], mergeTelemetry({}, many));
    expect(one?.kind === 'location' && Object.keys(one.v.location.attributes ?? {}))
      .to.have.length(32)
      .and.include('own');
  });
});
