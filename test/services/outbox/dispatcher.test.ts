import { expect } from 'chai';
import type { SendResult } from '../../../src/channels/channel.js';
import { diskFull } from '../../support/gated-store.js';
import { messageOf, ruleOf } from '../../support/messages.js';
import { deviceOf } from '../../support/records.js';
import { failedOutcome } from '../../support/test-channel.js';
import { createTestOutbox } from '../../support/test-outbox.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

describe('the courier', () => {
  async function outboxWith(limits: { dailyEmailLimit?: number; dailySmsLimit?: number } = {}, options = {}) {
    const outbox = createTestOutbox(options);
    const { store } = outbox;
    await store.append([{ kind: 'device', v: { ...deviceOf('bus'), ...limits } }]);
    const queue = (own = {}) => store.append([{ kind: 'message', v: messageOf('bus', own) }]);
    const used = () => store.state.sent.get('bus')?.at(-1);
    return { ...outbox, queue, used };
  }

  it('hands over what is queued, and keeps what the far side called it', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    run.courier.start();
    await queue({ subject: 'Shift' });
    await pass(SECOND);
    expect(email.handed()).to.deep.equal([{ id: '2', to: 'depot@example.org', subject: 'Shift', text: 'Come home' }]);
    expect(all()[0]).to.deep.include({ state: 'sent', reason: null, attempts: 1, references: ['far-1'] });
    expect(used()).to.deep.equal({ date: '2026-11-21', email: 1, sms: 0 });
    await run.courier.stop();
  });

  it('has written that it hands over before it does, and what became of it before the next', async () => {
    const { run, store, email, queue, pass } = await outboxWith();
    const seen: unknown[] = [];
    email.answerBy(({ id }) => {
      seen.push([...store.state.waiting.values()].map((message) => `${message.id} ${message.state}`));
      return { outcome: 'sent', references: [id] };
    });
    await queue();
    await queue();
    run.courier.start();
    await pass(SECOND);
    expect(seen).to.deep.equal([['2 sending', '3 queued'], ['3 sending']]);
    await run.courier.stop();
  });

  it('takes alerts before the rest, and both in the order they came', async () => {
    const { run, store, email, queue, pass, raise } = await outboxWith();
    await store.append([{ kind: 'notification', v: ruleOf('alarm') }]);
    await queue({ text: 'first' });
    await queue({ text: 'second' });
    await raise('bus', 'A');
    await raise('bus', 'B');
    run.courier.start();
    await pass(SECOND);
    expect(email.handed().map(({ text }) => text.split('\n')[0])).to.deep.equal([
      'Alert: A',
      'Alert: B',
      'first',
      'second',
    ]);
    await run.courier.stop();
  });

  it('waits for a way that is not open, and for the next day when the limit of this one is used up', async () => {
    const { run, email, queue, states, pass } = await outboxWith({ dailyEmailLimit: 2 });
    email.become('unavailable');
    for (let i = 0; i < 3; i++) await queue();
    run.courier.start();
    await pass(HOUR);
    expect(states()).to.deep.equal(['queued', 'queued', 'queued']);
    email.become('ready');
    await pass(MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'queued']);
    // It is 9 o'clock, and 15 hours to midnight.
    await pass(15 * HOUR - 2 * MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'queued']);
    await pass(2 * MINUTE);
    expect(states()).to.deep.equal(['sent', 'sent', 'sent']);
    await run.courier.stop();
  });

  it('goes by a limit as it is by now: a lower one holds at once, a higher one lets more go', async () => {
    const { run, store, queue, states, pass } = await outboxWith();
    run.courier.start();
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
    await run.courier.stop();
  });

  it('lets what could not be sent in time expire, and says why', async () => {
    const { run, email, queue, all, pass } = await outboxWith({}, { ttl: 3600 });
    email.become('unavailable');
    await queue({ ttl: 3600 });
    run.courier.start();
    await pass(HOUR - MINUTE);
    expect(all()[0]).to.include({ state: 'queued' });
    await pass(2 * MINUTE);
    expect(all()[0]).to.include({ state: 'expired', reason: 'not sent in time: the way is not open' });
    expect(email.handed()).to.deep.equal([]);
    await run.courier.stop();
  });

  it('tries again what may go later: not at once, and others go in the meantime', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    email.answerBy(({ text }): SendResult =>
      text === 'bad' ? failedOutcome(true) : { outcome: 'sent', references: [] },
    );
    await queue({ text: 'bad' });
    await queue({ text: 'good' });
    run.courier.start();
    await pass(SECOND);
    expect(all().map(({ state, reason }) => [state, reason])).to.deep.equal([
      ['queued', 'the far side said no'],
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
    await run.courier.stop();
  });

  it('gives up what needs a person, and what was tried as often as is worth while', async () => {
    const { run, email, queue, states, pass, used } = await outboxWith();
    email.answerBy(({ text }): SendResult => ({ ...failedOutcome(text === 'thrice'), maxAttempts: 3 }));
    await queue({ text: 'never' });
    await queue({ text: 'thrice' });
    run.courier.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed', 'queued']);
    await pass(HOUR);
    expect(states()).to.deep.equal(['failed', 'failed']);
    expect(email.handed()).to.have.length(4);
    expect(used()).to.include({ email: 0 });
    await run.courier.stop();
  });

  it('counts the parts of an SMS that went, also when it did not go whole', async () => {
    const { run, sms, queue, states, pass, used } = await outboxWith({ dailySmsLimit: 5 });
    sms.answerBy(() => failedOutcome(false, ['1', '2']));
    await queue({ channel: 'sms', units: 3 });
    run.courier.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed']);
    expect(used()).to.include({ sms: 2 });
    // Three of the five are left.
    sms.answerBy(() => ({ outcome: 'sent', references: ['3', '4', '5', '6'] }));
    await queue({ channel: 'sms', units: 4 });
    await queue({ channel: 'sms', units: 3 });
    await pass(SECOND);
    expect(states()).to.deep.equal(['failed', 'queued', 'sent']);
    await run.courier.stop();
  });

  it('counts what is uncertain, and does not send it again', async () => {
    const { run, email, queue, all, pass, used } = await outboxWith();
    email.answerBy(() => ({ outcome: 'uncertain', reason: 'no answer after the letter', references: [] }));
    await queue();
    run.courier.start();
    await pass(HOUR);
    expect(all()[0]).to.include({ state: 'uncertain', reason: 'no answer after the letter' });
    expect(email.handed()).to.have.length(1);
    expect(used()).to.include({ email: 1 });
    await run.courier.stop();
  });

  it('finds what a former run was handing over uncertain, and goes on with the rest', async () => {
    const { run, email, queue, states, pass, restart, used } = await outboxWith();
    email.answerBy(() => new Promise(() => undefined));
    await queue();
    await queue();
    run.courier.start();
    await pass(SECOND);
    expect(states()).to.deep.equal(['sending', 'queued']);
    email.answerBy(() => ({ outcome: 'sent', references: [] }));
    restart();
    await pass(SECOND);
    expect(states()).to.deep.equal(['uncertain', 'sent']);
    expect(email.handed()).to.have.length(2);
    expect(used()).to.include({ email: 2 });
  });

  it('writes what became of a message as soon as the disk takes it, and hands over nothing meanwhile', async () => {
    const { run, store, email, queue, states, pass } = await outboxWith();
    email.answerBy(() => {
      store.refuse(diskFull());
      return { outcome: 'sent', references: [] };
    });
    await queue();
    await queue();
    run.courier.start();
    await pass(MINUTE);
    expect(states()).to.deep.equal(['sending', 'queued']);
    expect(email.handed()).to.have.length(1);
    store.refuse();
    email.answerBy(() => ({ outcome: 'sent', references: [] }));
    await pass(10 * SECOND);
    expect(states()).to.deep.equal(['sent', 'sent']);
    await run.courier.stop();
  });

  it('lets nothing expire while the clock is in doubt, and counts its age from when it was right', async () => {
    const { run, store, email, queue, all, pass, setQuality, clock } = await outboxWith(
      {},
      { start: '1970-01-01T00:00:10.000Z' },
    );
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    setQuality('none');
    email.become('unavailable');
    run.courier.start();
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
    await run.courier.stop();
  });

  it('counts the age of what a run in doubt has left from when a later one knew the time', async () => {
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

  it('tells when 80 and 100 percent of a limit are used, once each a day, to a rule that asks for it', async () => {
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
    run.courier.start();
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
    expect(store.state.heard.get('bus')).to.equal(undefined);
    await run.courier.stop();
  });

  it('keeps what the network reports of the parts of an SMS', async () => {
    const { run, queue, all, pass, sms } = await outboxWith();
    run.courier.start();
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
    await run.courier.stop();
  });
});
