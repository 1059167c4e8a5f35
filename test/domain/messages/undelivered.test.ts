import { expect } from 'chai';
import type { Message } from '../../../src/domain/messages/message.js';
import { undelivered, type UndeliveredOptions } from '../../../src/domain/messages/undelivered.js';
import type { NotificationRule } from '../../../src/schema/messages/notification-rule.js';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const stamp = (minutes: number) => ({ at: ago(minutes), boot: 'b', up: 0 });

const message = (id: string, own: Partial<Message> = {}): Message => ({
  ...{ id, deviceId: 'bus', channel: 'email', to: 'boss@depot.example', text: 'SOS', units: 1, ttl: 86_400 },
  cause: { rule: '1', alert: { dateTime: ago(1), alerts: ['SOSButton'] } },
  ...{ alertId: '7', state: 'queued', reason: null, attempts: 0, date: null, queued: stamp(1), settled: null },
  ...{ references: [], deliveries: [] },
  ...own,
});
const rule = (own: Partial<NotificationRule>): NotificationRule =>
  ({ id: '1', name: 'Night desk', enabled: true, emails: [], phones: [], webhooks: [], ...own }) as NotificationRule;
const mapOf = <Value extends { readonly id: string }>(...values: readonly Value[]): ReadonlyMap<string, Value> =>
  new Map(values.map((value) => [value.id, value]));

const of = (own: Partial<UndeliveredOptions>) =>
  undelivered({
    ...{ outbox: mapOf<Message>(), finishedMessages: mapOf<Message>(), notifications: mapOf<NotificationRule>() },
    ...{ unacknowledged: new Map(), attentionNames: ['SOSButton'] },
    ...{ isConfigured: () => true, isWebhookOn: () => true, now: NOW },
    ...own,
  });

describe('messages that do not arrive', () => {
  it('a channel that is off is missing while an enabled rule names it or messages wait', () => {
    const isConfigured = (): boolean => false;
    const notifications = mapOf(rule({ emails: ['a@b.example', 'c@d.example'] }), rule({ id: '2', enabled: false }));
    const email = { name: 'email', webhook: null };
    expect(of({ isConfigured }).missing).to.deep.equal([]);
    expect(of({ isConfigured, notifications }).missing).to.deep.equal([
      { ...email, waiting: 0, rules: ['Night desk'] },
    ]);
    expect(of({ isConfigured, outbox: mapOf(message('1')) }).missing).to.deep.equal([
      { ...email, waiting: 1, rules: [] },
    ]);
    expect(of({ notifications, outbox: mapOf(message('1')) }).missing).to.deep.equal([]);
  });

  it('a webhook is missing by its name', () => {
    const notifications = mapOf(rule({ webhooks: ['desk', 'gone'] }));
    const { missing } = of({ notifications, isWebhookOn: (name) => name === 'desk' });
    expect(missing).to.deep.equal([{ name: 'webhook', webhook: 'gone', waiting: 0, rules: ['Night desk'] }]);
  });

  it('an alert is stuck after two failures, or after ten minutes; a posted message is not', () => {
    const failed = { attempts: 2, reason: 'busy' };
    expect(of({ outbox: mapOf(message('1', { attempts: 1, reason: 'greylisted' })) }).stuck).to.equal(null);
    expect(of({ outbox: mapOf(message('1', failed)) }).stuck).to.include({ count: 1, reason: 'busy' });
    expect(of({ outbox: mapOf(message('1', { queued: stamp(11) })) }).stuck).to.include({ count: 1, reason: null });
    expect(of({ outbox: mapOf(message('1', { ...failed, cause: { user: 'u' } })) }).stuck).to.equal(null);
  });

  it('failed and expired messages count for a day, or until the alert is acknowledged', () => {
    const unacknowledged = new Map([['7', {}]]);
    const finished = (own: Partial<Message>) => mapOf(message('1', { settled: stamp(5), state: 'failed', ...own }));
    const countOf = (own: Partial<Message>, open: ReadonlyMap<string, unknown> = unacknowledged) =>
      of({ finishedMessages: finished(own), unacknowledged: open }).failed?.count;
    expect(countOf({})).to.equal(1);
    expect(countOf({ state: 'expired' })).to.equal(1);
    expect(countOf({ state: 'sent' })).to.equal(undefined);
    expect(countOf({ settled: stamp(1_441) })).to.equal(undefined);
    expect(countOf({}, new Map())).to.equal(undefined);
    expect(countOf({ cause: { user: 'u' } }, new Map())).to.equal(1);
  });
});
