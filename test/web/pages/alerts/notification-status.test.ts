import { expect } from 'chai';
import type { MessageState, MessageView } from '../../../../src/schema/messages/message.js';
import type { DeviceAlertView } from '../../../../src/schema/records/alert.js';
import { createStatusLookup } from '../../../../src/web/pages/alerts/notification-status.js';
import { NOT_NOTIFIED } from '../../../support/channels/not-notified.js';
import { NOW } from '../../support.js';

const dateTime = new Date(NOW).toISOString();
const alert: DeviceAlertView = {
  id: '1',
  deviceId: 'van',
  dateTime,
  alerts: ['SOSButton'],
  ...NOT_NOTIFIED,
};

const message = (state: MessageState, alerts: readonly string[] = ['SOSButton'], deviceId = 'van'): MessageView => ({
  id: '2',
  deviceId,
  channel: 'email',
  to: 'a@example.com',
  subject: null,
  text: '',
  units: 1,
  state,
  reason: null,
  attempts: 0,
  cause: { rule: 'r', alert: { dateTime, alerts: [...alerts] } },
  queuedAt: dateTime,
  expiresAt: dateTime,
  settledAt: null,
  references: [],
  deliveries: [],
});

describe('createStatusLookup', () => {
  it('an alert is notified only once a message of it was sent', () => {
    const statusOf = (...states: readonly MessageState[]) =>
      createStatusLookup(states.map((state) => message(state)))(alert);
    expect(statusOf('queued')).to.deep.equal({ status: 'queued', channels: ['email'] });
    expect(statusOf('sending', 'failed').status).to.equal('queued');
    expect(statusOf('queued', 'sent', 'failed')).to.deep.equal({ status: 'notified', channels: ['email'] });
    expect(statusOf('failed', 'expired').status).to.equal('failed');
    expect(statusOf('failed', 'uncertain').status).to.equal('unknown');
    expect(statusOf('suppressed')).to.deep.equal({ status: 'notNotified', channels: [] });
  });

  it('an alert without listed messages speaks for itself', () => {
    const statusOf = (own: Partial<DeviceAlertView>) => createStatusLookup([])({ ...alert, ...own });
    const counts = { queued: 0, sent: 0, failed: 0, suppressed: 0 };
    expect(statusOf({ notifications: ['SMS'] })).to.deep.equal({ status: 'notified', channels: ['sms'] });
    expect(statusOf({ messages: { ...counts, queued: 1, failed: 1 } }).status).to.equal('queued');
    expect(statusOf({ messages: { ...counts, failed: 1, suppressed: 1 } }).status).to.equal('failed');
    expect(statusOf({ messages: { ...counts, suppressed: 1 } }).status).to.equal('notNotified');
    expect(statusOf({}).status).to.equal('notNotified');
  });

  it('a notification that was sent is not undone by messages that failed', () => {
    const sent: DeviceAlertView = { ...alert, sms: true, notifications: ['SMS'] };
    expect(createStatusLookup([message('failed')])(sent)).to.deep.equal({ status: 'notified', channels: ['sms'] });
  });

  it('messages belong to the alert with their id; older ones to that with their device, time and names', () => {
    const others = [message('sent', ['BatteryLow']), message('sent', ['SOSButton'], 'bus')];
    expect(createStatusLookup(others)(alert).status).to.equal('notNotified');
    const withId = (id: string): MessageView => {
      const one = message('sent');
      return { ...one, cause: { rule: 'r', alert: { id, dateTime, alerts: ['SOSButton'] } } };
    };
    expect(createStatusLookup([withId('1')])(alert).status).to.equal('notified');
    expect(createStatusLookup([withId('3')])(alert).status).to.equal('notNotified');
  });
});
