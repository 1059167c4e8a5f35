import { expect } from 'chai';
import { readAlert } from '../../../src/domain/records/alert.js';

const now = Date.UTC(2026, 10, 21, 8, 22, 34);

describe('readAlert', () => {
  it('alertName is a list of one name, and both fields at once are refused', () => {
    expect(readAlert({ alertName: 'SOS' }, now)).to.deep.equal({
      ok: true,
      value: { dateTime: '2026-11-21T08:22:34.000Z', alerts: ['SOSButton'], text: 'SOS' },
    });
    expect(readAlert({ alertName: 'SOS', alerts: ['SOS'] }, now)).to.include({ ok: false, code: 'validation_failed' });
  });

  it('an alert without a time is dated now, others keep theirs in UTC', () => {
    expect(readAlert({ alerts: ['a', 'b'], dateTime: '2026-11-21T09:00:00+01:00', text: 't' }, now)).to.deep.equal({
      ok: true,
      value: { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['a', 'b'], text: 't' },
    });
    expect(readAlert({ alertName: 'a', dateTime: '0000-01-01T00:00:00+01:00' }, now)).to.include({ ok: false });
  });

  it('the position is kept', () => {
    const alert = readAlert({ alertName: 'a', latitude: 0, longitude: -5 }, now);
    expect(alert).to.deep.nested.include({ 'value.latitude': 0, 'value.longitude': -5 });
  });
});
