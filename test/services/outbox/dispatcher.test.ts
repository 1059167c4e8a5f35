import { expect } from 'chai';
import type { SendResult } from '../../../src/channels/channel.js';
import { diskFull } from '../../support/store/gated-store.js';
import { messageOf, ruleOf } from '../../support/channels/messages.js';
import { deviceOf } from '../../support/store/records.js';
import { failedOutcome } from '../../support/channels/test-channel.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

describe('the dispatcher', () => {
  async function outboxWith(limits: { dailyEmailLimit?: number; dailySmsLimit?: number } = {}, options = {}) {
    const outbox = createTestOutbox(options);
    const { store } = outbox;
    await store.append([{ kind: 'device', v: { ...deviceOf('bus'), ...limits } }]);
    const queue = (own = {}) => store.append([{ kind: 'message', v: messageOf('bus', own) }]);
    const used = () => store.state.sent.get('bus')?.at(-1);
    return { ...outbox, queue, used };
  }

  it('a queued message is sent, and its references are stored', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    run.dispatcher.start();
    await queue({ subject: 'Shift' });
    await pass(SECOND);
    expect(email.handed()).to.have.length(1);
    expect(email.handed()[0]).to.include({ id: '2', to: 'depot@example.org', subject: 'Shift', text: 'Come home' });
    expect(all()[0]).to.deep.include({ state: 'sent', reason: null, attempts: 1, references: ['far-1'] });
    expect(used()).to.deep.equal({ date: '2026-11-21', email: 1, sms: 0 });
    await run.dispatcher.stop();
  });

  it('the state sending is stored before a message is sent, and its result before the next one', async () => {
    const { run, store, email, queue, pass } = await outboxWith();
    const seen: unknown[] = [];
    email.answerBy(({ id }) => {
      seen.push([...store.state.outbox.values()].map((message) => `${message.id} ${message.state}`));
      return { outcome: 'sent', references: [id] };
    });
    await queue();
    await queue();
    run.dispatcher.start();
    await pass(SECOND);
    expect(seen).to.deep.equal([['2 sending', '3 queued'], ['3 sending']]);
    await run.dispatcher.stop();
  });

  it('alerts are sent before other messages, each group in order', async () => {
    const { run, store, email, queue, pass, raise } = await outboxWith();
    await store.append([{ kind: 'notification', v: ruleOf('alarm') }]);
    await queue({ text: 'first' });
    await queue({ text: 'second' });
    await raise('bus', 'A');
    await raise('bus', 'B');
    run.dispatcher.start();
    await pass(SECOND);
    expect(email.handed().map(({ text }) => text.split('\n')[0])).to.deep.equal([
      'Alert: A',
      'Alert: B',
      'first',
      'second',
    ]);
    await run.dispatcher.stop();
  });

  it('messages wait for an unavailable channel, and for the next date once the daily limit is used up', async () => {
    const { run, email, queue, states, pass } = await outboxWith({ dailyEmailLimit: 2 });
    email.become('unavailable');
    for (let i = 0; i < 3; i++) await queue();
    run.dispatcher.start();
    await pass(HOUR);
    expect(states()).to.deep.equal(['queued', 'queued', 'queued']);
    email.become('ready');
    await pass(MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'queued']);
    // It is 9:00, 15 hours to midnight.
    await pass(15 * HOUR - 2 * MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'queued']);
    await pass(2 * MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'sent']);
    await run.dispatcher.stop();
  });

  it('a changed limit applies at once, lower or higher', async () => {
    const { run, store, queue, states, pass } = await outboxWith();
    run.dispatcher.start();
    await queue();
    await pass(SECOND);
    const limit = (dailyEmailLimit: number) =>
      store.append([{ kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit } }]);
    await limit(1);
    await queue();
    await pass(MINUTE);
    expect(states()).to.deep.equal(['sent', 'queued']);
    await limit(2);
    await pass(SECOND);
    expect(states()).to.deep.equal(['sent', 'sent']);
    await run.dispatcher.stop();
  });

  it('a message that could not be sent in time expires with the reason', async () => {
    const { run, email, queue, all, pass } = await outboxWith({}, { ttl: 3600 });
    email.become('unavailable');
    await queue({ ttl: 3600 });
    run.dispatcher.start();
    await pass(HOUR - MINUTE);
    expect(all()[0]).to.include({ state: 'queued' });
    await pass(2 * MINUTE);
    expect(all()[0]).to.include({ state: 'expired', reason: 'not sent in time: the channel is not open' });
    expect(email.handed()).to.deep.equal([]);
    await run.dispatcher.stop();
  });

  it('a failed message is retried with growing delays, and others are sent in the meantime', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    email.answerBy(({ text }): SendResult =>
      text === 'bad' ? failedOutcome(true) : { outcome: 'sent', references: [] },
    );
    await queue({ text: 'bad' });
    await queue({ text: 'good' });
    run.dispatcher.start();
    await pass(SECOND);
    expect(all().map(({ state, reason }) => [state, reason])).to.deep.equal([
      ['queued', 'the peer refused'],
      ['sent', null],
    ]);
    expect(used()).to.include({ email: 1 });
    const attempts = (): number => email.handed().filter(({ text }) => text === 'bad').length;
    await pass(10 * MINUTE, SECOND);
    // After 10, 20, 40, 80, 160 and 320 seconds.
    expect(attempts()).to.equal(6);
    email.answerBy(() => ({ outcome: 'sent', references: [] }));
    await pass(15 * MINUTE);
    expect(all()[0]).to.include({ state: 'sent', attempts: 7 });
    await run.dispatcher.stop();
  });

  it('a message fails for good without retry, and after its maximum of attempts', async () => {
    const { run, email, queue, states, pass, used } = await outboxWith();
    email.answerBy(({ text }): SendResult => ({ ...failedOutcome(text === 'thrice'), maxAttempts: 3 }));
    await queue({ text: 'never' });
    await queue({ text: 'thrice' });
    run.dispatcher.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed', 'queued']);
    await pass(HOUR);
    expect(states()).to.deep.equal(['failed', 'failed']);
    expect(email.handed()).to.have.length(4);
    expect(used()).to.include({ email: 0 });
    await run.dispatcher.stop();
  });

  it('the sent parts of a failed SMS count', async () => {
    const { run, sms, queue, states, pass, used } = await outboxWith({ dailySmsLimit: 5 });
    sms.answerBy(() => failedOutcome(false, ['1', '2']));
    await queue({ channel: 'sms', units: 3 });
    run.dispatcher.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed']);
    expect(used()).to.include({ sms: 2 });
    // Three of the five are left.
    sms.answerBy(() => ({ outcome: 'sent', references: ['3', '4', '5', '6'] }));
    await queue({ channel: 'sms', units: 4 });
    await queue({ channel: 'sms', units: 3 });
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed', 'queued', 'sent']);
    await run.dispatcher.stop();
  });

  it('an uncertain message counts and is not sent again', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    email.answerBy(() => ({ outcome: 'uncertain', reason: 'no reply after the text', references: [] }));
    await queue();
    run.dispatcher.start();
    await pass(HOUR);
    expect(all()[0]).to.include({ state: 'uncertain', reason: 'no reply after the text' });
    expect(email.handed()).to.have.length(1);
    expect(used()).to.include({ email: 1 });
    await run.dispatcher.stop();
  });

  it('a message that the previous run was sending becomes uncertain, and the rest is sent', async () => {
    const { run, email, queue, states, pass, restart, used } = await outboxWith();
    email.answerBy(() => new Promise(() => undefined));
    await queue();
    await queue();
    run.dispatcher.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['sending', 'queued']);
    email.answerBy(() => ({ outcome: 'sent', references: [] }));
    restart();
    await pass(SECOND);
    expect(states()).to.deep.equal(['uncertain', 'sent']);
    expect(email.handed()).to.have.length(2);
    expect(used()).to.include({ email: 2 });
  });

  it('a result is stored as soon as the disk accepts it, and nothing is sent until then', async () => {
    const { run, store, email, queue, states, pass } = await outboxWith();
    email.answerBy(() => {
      store.refuse(diskFull());
      return { outcome: 'sent', references: [] };
    });
    await queue();
    await queue();
    run.dispatcher.start();
    await pass(MINUTE);
    expect(states()).to.deep.equal(['sending', 'queued']);
    expect(email.handed()).to.have.length(1);
    store.refuse();
    email.answerBy(() => ({ outcome: 'sent', references: [] }));
    await pass(10 * SECOND);
    expect(states()).to.deep.equal(['sent', 'sent']);
    await run.dispatcher.stop();
  });

  it('nothing expires while the clock is untrusted, and the age counts from the corrected time', async () => {
    const { run, store, email, queue, all, pass, setQuality, clock } = await outboxWith(
      {},
      { start: '1970-01-01T00:00:10.000Z' },
    );
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    setQuality('none');
    email.become('unavailable');
    run.dispatcher.start();
    await queue();
    await pass(2 * HOUR);
    clock.step(Date.parse('2026-11-21T08:00:00.000Z'));
    setQuality('ntp');
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    await pass(MINUTE);
    expect(all()[0]).to.include({ state: 'queued' });
    expect(all()[0]?.queued.at).to.equal('2026-11-21T08:00:10.000Z');
    await pass(22 * HOUR, 10 * MINUTE);
    expect(all()[0]).to.include({ state: 'expired' });
    await run.dispatcher.stop();
  });

  it('the age of a message of an earlier untrusted run counts from when the clock became trusted', async () => {
    const { store, email, queue, all, pass, setQuality, restart } = await outboxWith(
      {},
      { start: '1970-01-01T00:00:10.000Z' },
    );
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    email.become('unavailable');
    await queue();
    setQuality('ntp');
    restart('2026-11-21T08:00:00.000Z');
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    await pass(HOUR);
    expect(all()[0]).to.include({ state: 'queued' });
    expect(all()[0]?.queued.at).to.equal('2026-11-21T08:00:00.000Z');
  });

  it('the limit alerts at 80 and 100 percent are raised once per date and notify the rules that name them', async () => {
    const { run, store, queue, all, pass } = await outboxWith({ dailyEmailLimit: 10 });
    const rule = ruleOf('limits', { alerts: ['EmailLimit80', 'EmailLimit100'], emails: [], phones: ['+34600000001'] });
    await store.append([
      { kind: 'notification', v: rule },
      { kind: 'notification', v: ruleOf('all') },
    ]);
    const notices: string[] = [];
    store.subscribe((entries) => {
      for (const entry of entries)
        if (entry.kind === 'alert') notices.push(`${entry.v.alert.alerts.join()}: ${entry.v.alert.text}`);
    });
    run.dispatcher.start();
    for (let i = 0; i < 12; i++) await queue();
    await pass(MINUTE);
    const expected = [
      'EmailLimit80: 8 of 10 emails sent on 2026-11-21',
      'EmailLimit100: 10 of 10 emails sent on 2026-11-21',
    ];
    expect(notices).to.deep.equal(expected);
    expect(
      all()
        .filter(({ channel }) => channel === 'sms')
        .map(({ state, to }) => [state, to]),
    ).to.deep.equal([
      ['sent', '+34600000001'],
      ['sent', '+34600000001'],
    ]);
    expect(store.state.lastSeen.get('bus')).to.equal(undefined);
    await run.dispatcher.stop();
  });

  it('the delivery reports of the parts of an SMS are stored', async () => {
    const { run, queue, all, pass, sms } = await outboxWith();
    run.dispatcher.start();
    await queue({ channel: 'sms', units: 2 });
    await pass(SECOND);
    sms.report('2', 2, 'delivered');
    sms.report('2', 1, 'trying');
    sms.report('2', 1, 'delivered');
    sms.report('no such', 1, 'delivered');
    await pass(SECOND);
    expect(all()[0]?.deliveries.map(({ part, fate }) => [part, fate])).to.deep.equal([
      [1, 'delivered'],
      [2, 'delivered'],
    ]);
    await run.dispatcher.stop();
  });
});
