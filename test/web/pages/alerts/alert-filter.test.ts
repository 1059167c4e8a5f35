import { expect } from 'chai';
import type { DeviceAlertView } from '../../../../src/schema/records/alert.js';
import { matchesFilter, mergeAlerts, type AlertFilter } from '../../../../src/web/pages/alerts/alert-filter.js';
import { NOT_NOTIFIED } from '../../../support/channels/not-notified.js';
import { NOW } from '../../support.js';

const alert = (id: string, second: number, email = false) => ({
  id,
  deviceId: 'van',
  dateTime: new Date(NOW + second * 1000).toISOString(),
  alerts: ['SOSButton'],
  ...NOT_NOTIFIED,
  email,
  notifications: email ? ['Email' as const] : [],
});

describe('matchesFilter', () => {
  it('the device, the name, the notification and the acknowledgement of an alert must match', () => {
    const any: AlertFilter = { deviceId: '', groupId: '', name: '', notified: 'any', acknowledged: 'any' };
    const matches = (filter: Partial<AlertFilter>, own: Partial<DeviceAlertView> = {}): boolean =>
      matchesFilter({ ...alert('1', 0), ...own }, 'queued', { ...any, ...filter });
    expect(matches({})).to.equal(true);
    expect(matches({ deviceId: 'van', name: 'SOSButton' })).to.equal(true);
    expect(matches({ deviceId: 'bus' })).to.equal(false);
    expect(matches({ name: 'BatteryLow' })).to.equal(false);
    expect(matches({ notified: 'notified' })).to.equal(false);
    expect(matches({ notified: 'notNotified' })).to.equal(true);
    const acknowledged = { by: { id: 'u', name: 'Ana' }, at: '2026-11-22T08:00:00.000Z', note: '' };
    expect(matches({ acknowledged: 'open' })).to.equal(false);
    expect(matches({ acknowledged: 'open' }, { attention: true })).to.equal(true);
    expect(matches({ acknowledged: 'open' }, { attention: true, acknowledged })).to.equal(false);
    expect(matches({ acknowledged: 'acknowledged' })).to.equal(false);
    expect(matches({ acknowledged: 'acknowledged' }, { acknowledged })).to.equal(true);
  });
});

describe('mergeAlerts', () => {
  it('a received alert replaces the same one that was read, and the newest comes first', () => {
    const merged = mergeAlerts([alert('1', 0), alert('2', 1)], [alert('1', 0, true), alert('3', 2)]);
    expect(merged).to.deep.equal([alert('3', 2), alert('2', 1), alert('1', 0, true)]);
  });
});
