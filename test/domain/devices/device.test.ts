import { expect } from 'chai';
import fc from 'fast-check';
import { readDevice, viewDevice } from '../../../src/domain/devices/device.js';
import { validateDeviceInput, type DeviceInput } from '../../../src/schema/devices/device.js';
import { deviceOf } from '../../support/store/records.js';

const now = Date.UTC(2026, 10, 21, 8);
const end = '2026-12-01T00:00:00.000Z';
const expiresOf = (input: Omit<DeviceInput, 'id'>): unknown => {
  const read = readDevice({ id: 'bus', ...input });
  return read.ok ? read.value.expires : read.message;
};

describe('readDevice', () => {
  it('omitted fields get their defaults', () => {
    expect(readDevice({ id: 'bus' })).to.deep.equal({ ok: true, value: deviceOf('bus') });
  });

  it('the expiry is read from either field, in UTC', () => {
    const zoned = '2026-12-01T05:30:00+05:30';
    expect(expiresOf({ expires: zoned })).to.equal(end);
    expect(expiresOf({ limits: { expires: { enabled: true, date: zoned } } })).to.equal(end);
    expect(expiresOf({ expires: end, limits: { expires: { enabled: true, date: zoned } } })).to.equal(end);
    expect(expiresOf({ expires: end, limits: { dailySmsLimit: 1 } })).to.equal(end);
  });

  it('a disabled expiry has no date, whatever the field contains', () => {
    expect(expiresOf({ expires: null })).to.equal(null);
    expect(expiresOf({ limits: { expires: { enabled: false } } })).to.equal(null);
    expect(expiresOf({ limits: { expires: { enabled: false, date: end } } })).to.equal(null);
    expect(expiresOf({ expires: null, limits: { expires: { enabled: false, date: end } } })).to.equal(null);
  });

  it('fields that disagree, and an expiry outside the years of four digits, are refused', () => {
    const disagree = '/expires and /limits/expires must agree: they are the same value';
    expect(expiresOf({ expires: end, limits: { expires: { enabled: false } } })).to.equal(disagree);
    expect(expiresOf({ expires: null, limits: { expires: { enabled: true, date: end } } })).to.equal(disagree);
    expect(expiresOf({ expires: '9999-12-31T23:59:59-00:01' })).to.equal('/expires must be from 1970 to 9999');
  });

  it('a limit of 0 differs from no limit', () => {
    const limits = { dailyEmailLimit: 0, dailySmsLimit: null };
    expect(readDevice({ id: 'bus', limits })).to.deep.nested.include({
      'value.dailyEmailLimit': 0,
      'value.dailySmsLimit': null,
    });
  });
});

const unsent = { date: '2026-11-21', email: 0, sms: 0 };

describe('viewDevice', () => {
  it('the view contains the last contact, and null before the first', () => {
    expect(viewDevice(deviceOf('bus'), undefined, unsent, now)).to.include({ lastSeen: null, source: null });
    const source = { protocol: 'http' };
    const view = viewDevice(deviceOf('bus'), { at: end, source }, unsent, now);
    expect(view).to.include({ lastSeen: end, source });
  });

  it('a view is valid as input and yields the same device', () => {
    const limit = fc.option(fc.nat(1_000_000));
    const device = fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,63}$/),
      name: fc.string({ maxLength: 60 }),
      description: fc.string({ maxLength: 60 }),
      min: fc.string({ maxLength: 16 }),
      tags: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 }), { maxKeys: 5 }),
      expires: fc.option(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }).map((ms) => new Date(ms).toISOString())),
      dailyEmailLimit: limit,
      dailySmsLimit: limit,
      registeredBy: fc.constant(null),
    });
    fc.assert(
      fc.property(device, fc.nat(2 * now), (one, at) => {
        const view = viewDevice(one, { at: end, source: { protocol: 'json', port: 'x' } }, unsent, at);
        const sent = validateDeviceInput(JSON.parse(JSON.stringify(view)));
        if (!sent.ok) throw new Error(sent.message);
        expect(readDevice(sent.value)).to.deep.equal({ ok: true, value: one });
        expect(view.state).to.equal(one.expires !== null && Date.parse(one.expires) <= at ? 'expired' : 'active');
      }),
    );
  });
});
