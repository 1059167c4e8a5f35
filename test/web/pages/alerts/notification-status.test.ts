import { expect } from 'chai';
import type { MessageState, MessageView } from '../../../../src/schema/messages/message.js';
import { createStatusLookup } from '../../../../src/web/pages/alerts/notification-status.js';
import { NOW } from '../../support.js';

const dateTime = new Date(NOW).toISOString();
const alert = { id: '1', deviceId: 'van', dateTime, alerts: ['SOSButton'], email: true, sms: false };

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
    expect(statusOf('queued')).to.equal('queued');
    expect(statusOf('sending', 'failed')).to.equal('queued');
    expect(statusOf('queued', 'sent', 'failed')).to.equal('notified');
    expect(statusOf('failed', 'expired')).to.equal('failed');
    expect(statusOf('failed', 'uncertain')).to.equal('unknown');
  });

  it('an alert without an accepted message is not notified', () => {
    const quiet = { ...alert, email: false };
    expect(createStatusLookup([message('suppressed')])(quiet)).to.equal('notNotified');
  });

  it('messages of another alert or device do not count', () => {
    const others = [message('sent', ['BatteryLow']), message('sent', ['SOSButton'], 'bus')];
    expect(createStatusLookup(others)(alert)).to.equal('unknown');
  });
});
