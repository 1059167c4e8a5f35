import { expect } from 'chai';
import { summarizeMessages } from '../../../src/domain/messages/alert-summary.js';
import type { Message } from '../../../src/domain/messages/message.js';
import type { AlertNotified, Entry, TrackerChange } from '../../../src/schema/entry.js';
import type { MessageState } from '../../../src/schema/messages/message.js';
import { ruleOf } from '../../support/channels/messages.js';
import { deviceOf } from '../../support/store/records.js';
import { failedOutcome } from '../../support/channels/test-channel.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';

const SECOND = 1_000;

describe('the outcome of an alert', () => {
  /** An outbox with a rule for two email addresses and a telephone number, and the entries that it appends. */
  async function outboxWith(limits: { dailySmsLimit?: number } = {}) {
    const outbox = createTestOutbox();
    const entries: Entry[] = [];
    outbox.store.subscribe((appended) => entries.push(...appended));
    const rule = ruleOf('alarm', { emails: ['a@example.org', 'b@example.org'], phones: ['+34600000001'] });
    await outbox.store.append([
      { kind: 'device', v: { ...deviceOf('bus'), ...limits } },
      { kind: 'notification', v: rule },
    ]);
    const outcomes = (): readonly AlertNotified[] =>
      entries.flatMap((entry) => (entry.kind === 'alert-notified' ? [entry.v] : []));
    const alertIds = (): readonly string[] => entries.flatMap(({ n, kind }) => (kind === 'alert' ? [String(n)] : []));
    return { ...outbox, entries, outcomes, alertIds };
  }

  it('the outcome is stored once per channel, with the settlement of the first message that was sent', async () => {
    const { run, raise, pass, outcomes, alertIds, entries, states, clock } = await outboxWith();
    const dateTime = new Date(clock.now()).toISOString();
    await raise('bus');
    expect(outcomes()).to.deep.equal([]);
    run.dispatcher.start();
    await pass(10 * SECOND, SECOND);
    expect(states()).to.deep.equal(['sent', 'sent', 'sent']);
    const [id = ''] = alertIds();
    const [first, second, ...others] = [...outcomes()].sort((a, b) => (a.channel < b.channel ? -1 : 1));
    expect(first).to.deep.equal({ deviceId: 'bus', id, dateTime, channel: 'email' });
    expect(second).to.deep.equal({ deviceId: 'bus', id, dateTime, channel: 'sms' });
    expect(others).to.deep.equal([]);
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds[kinds.indexOf('alert-notified') - 1]).to.equal('message-settled');
    await run.dispatcher.stop();
  });

  it('a message that failed, is uncertain or was suppressed stores no outcome', async () => {
    const { run, raise, pass, outcomes, email, sms, states } = await outboxWith();
    email.answerBy(() => failedOutcome(false));
    sms.answerBy(() => ({ outcome: 'uncertain', reason: 'no response', references: [] }));
    run.dispatcher.start();
    await raise('bus');
    await raise('bus');
    await pass(10 * SECOND, SECOND);
    expect(states()).to.include.members(['failed', 'uncertain', 'suppressed (repeat)']);
    expect(outcomes()).to.deep.equal([]);
    await run.dispatcher.stop();
  });

  it('the outcome belongs to the alert that caused the message, also of two at the same time', async () => {
    const { run, raise, pass, outcomes, alertIds, all } = await outboxWith();
    await raise('bus', 'SOSButton');
    await raise('bus', 'Crash');
    run.dispatcher.start();
    await pass(10 * SECOND, SECOND);
    const [sos, crash] = alertIds();
    expect(all().map(({ alertId }) => alertId)).to.deep.equal([sos, sos, sos, crash, crash, crash]);
    expect(new Set(outcomes().map(({ id, channel }) => `${id} ${channel}`))).to.deep.equal(
      new Set([`${sos ?? ''} email`, `${sos ?? ''} sms`, `${crash ?? ''} email`, `${crash ?? ''} sms`]),
    );
    await run.dispatcher.stop();
  });

  it('each message of a batch has the id of its own alert', async () => {
    const { run, all, alertIds } = await outboxWith();
    const alertOf = (name: string, dateTime: string): TrackerChange => ({
      kind: 'alert',
      v: { deviceId: 'bus', alert: { dateTime, alerts: [name] }, source: { protocol: 'json', port: 'x' } },
    });
    const [first, second] = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:01.000Z'];
    await run.alertMessages.appendWithMessages([
      alertOf('Tow', first),
      alertOf('Crash', second),
      alertOf('Move', first),
    ]);
    const [tow = '', crash = '', move = ''] = alertIds();
    const namesById = all().map(({ alertId, cause }) => `${alertId ?? ''} ${cause.alert?.alerts.join() ?? ''}`);
    expect(new Set(namesById)).to.deep.equal(new Set([`${tow} Tow`, `${crash} Crash`, `${move} Move`]));
    expect(namesById).to.have.lengthOf(9);
  });

  it('a message that a user posted stores no outcome', async () => {
    const { run, store, pass, outcomes, all } = await outboxWith();
    run.dispatcher.start();
    const message = { deviceId: 'bus', channel: 'email', to: 'a@example.org', text: 'x', units: 1, ttl: 60 } as const;
    await store.append([{ kind: 'message', v: { ...message, cause: { user: 'id-of-admin' } } }]);
    await pass(SECOND);
    expect(all()[0]).to.include({ state: 'sent' }).and.not.to.have.property('alertId');
    expect(outcomes()).to.deep.equal([]);
    await run.dispatcher.stop();
  });
});

describe('summarizeMessages', () => {
  const alert = { id: '7', deviceId: 'bus', dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'] };
  const stamp = { at: alert.dateTime, boot: 'b', up: 1 };
  const message = (state: MessageState, own: Partial<Message> = {}): Message => ({
    id: '8',
    alertId: '7',
    deviceId: 'bus',
    channel: 'email',
    to: 'a@example.org',
    text: '',
    units: 1,
    ttl: 60,
    cause: { rule: 'r', alert: { dateTime: alert.dateTime, alerts: ['SOSButton'] } },
    state,
    reason: null,
    attempts: 0,
    date: null,
    queued: stamp,
    settled: null,
    references: [],
    deliveries: [],
    ...own,
  });

  /** As an earlier version stored it. */
  function unlinked(linked: Message): Message {
    const copy = { ...linked };
    delete copy.alertId;
    return copy;
  }

  it('the messages of an alert are counted by what is known of them', () => {
    const states: MessageState[] = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'expired', 'suppressed'];
    const summary = summarizeMessages(
      [alert],
      [states.slice(0, 3).map((one) => message(one)), states.slice(3).map((one) => message(one))],
    );
    expect(summary.get('7')).to.deep.equal({
      counts: { queued: 2, sent: 1, failed: 3, suppressed: 1 },
      sent: new Set(['email']),
    });
  });

  it('an alert without messages has no summary', () => {
    const other = message('sent', { alertId: '6' });
    const posted = message('sent', { cause: { user: 'u' } });
    expect(summarizeMessages([alert], [[other, unlinked(posted)]])).to.have.property('size', 0);
  });

  it('a message of an earlier version is found by device, time and any name of its alert', () => {
    const old = unlinked(
      message('sent', {
        cause: { rule: 'r', alert: { dateTime: alert.dateTime, alerts: ['SOS'] } },
      }),
    );
    expect(summarizeMessages([alert], [[old]]).get('7')?.counts).to.include({ sent: 1 });
    expect(summarizeMessages([alert], [[{ ...old, deviceId: 'van' }]])).to.have.property('size', 0);
  });
});
