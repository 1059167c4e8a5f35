import { expect } from 'chai';
import type { MessageInput } from '../../../src/schema/messages/message.js';
import { deviceOf } from '../../support/store/records.js';
import { ruleOf } from '../../support/channels/messages.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';
import { userOf } from '../../support/api/users.js';

const writer = userOf('writer', { privileges: ['messages'] });
const email: MessageInput = { channel: 'email', to: 'depot@example.org', text: 'Come home' };
const sms: MessageInput = { channel: 'sms', to: '+34600000001', text: 'Come home' };

describe('messages of users', () => {
  async function outboxWith(limits: { dailyEmailLimit?: number; dailySmsLimit?: number } = {}) {
    const outbox = createTestOutbox();
    await outbox.store.append([{ kind: 'device', v: { ...deviceOf('bus'), ...limits } }]);
    const post = (input: MessageInput) => outbox.run.messages.post(writer, 'bus', input);
    return { ...outbox, post };
  }

  it('a posted message is queued under the number of its entry, with its expiry', async () => {
    const { post, store } = await outboxWith();
    const posted = await post({ ...email, subject: 'Shift' });
    expect(posted).to.deep.equal({
      ok: true,
      value: {
        id: String(store.state.n),
        deviceId: 'bus',
        ...email,
        subject: 'Shift',
        units: 1,
        state: 'queued',
        reason: null,
        attempts: 0,
        cause: { user: writer.id },
        queuedAt: '2026-11-21T08:00:00.000Z',
        expiresAt: '2026-11-22T08:00:00.000Z',
        settledAt: null,
        references: [],
        deliveries: [],
      },
    });
  });

  it('a message that its channel cannot send is refused', async () => {
    const { post } = await outboxWith();
    for (const [input, message] of [
      [{ ...email, to: 'no address' }, /^\/to must be a plain mail address/],
      [{ ...sms, to: 'depot@example.org' }, /^\/to must be a telephone number: \+ and 3 to 15 digits/],
      [{ ...sms, subject: 'x' }, /^\/subject must be omitted/],
      [{ ...sms, text: 'x'.repeat(1600) }, /^\/text: .* must fit into 10 SMS segments/],
    ] as const) {
      const refused = await post(input);
      expect(refused).to.include({ ok: false, code: 'validation_failed' });
      expect('message' in refused && refused.message).to.match(message);
    }
  });

  it('a message over the daily limit is refused, and an SMS counts by its segments', async () => {
    const { post, states } = await outboxWith({ dailyEmailLimit: 2, dailySmsLimit: 5 });
    const all = await Promise.all([email, email, email].map(post));
    expect(all.map(({ ok }) => ok)).to.deep.equal([true, true, false]);
    expect(all[2]).to.include({ code: 'limit_reached' });
    const three = { ...sms, text: 'x'.repeat(400) };
    expect(await post(three)).to.deep.nested.include({ 'value.units': 3 });
    // All or nothing: the quota has two of its three segments left.
    expect(await post(three)).to.include({ code: 'limit_reached' });
    expect(await post({ ...sms, text: 'x'.repeat(200) })).to.include({ ok: true });
    expect(await post(sms)).to.include({ code: 'limit_reached' });
    expect(states()).to.have.length(4);
  });

  it('a limit of 0 allows no message, and no limit any number', async () => {
    const { post } = await outboxWith({ dailyEmailLimit: 0 });
    expect(await post(email)).to.include({ code: 'limit_reached' });
    for (let i = 0; i < 50; i++) expect(await post(sms)).to.include({ ok: true });
  });

  it('a user beyond their share of the outbox is refused, and another user and an SOS are not', async () => {
    const { post, run, store, raise, all, refused } = await outboxWith();
    await store.append([
      { kind: 'device', v: deviceOf('van') },
      { kind: 'notification', v: ruleOf('alarm') },
    ]);
    let beyond = await post(email);
    while (beyond.ok) beyond = await post(email);
    expect(store.state.outbox.size).to.be.within(500, 1_000);
    expect(beyond).to.include({ ok: false, code: 'limit_reached' });
    expect('message' in beyond && beyond.message).to.match(
      /^the share of user id-of-writer in the outbox is used up, \d+ messages \(\d+ bytes\) wait: wait until some are sent, or cancel some/,
    );
    expect(refused.at(-1)).to.deep.equal({ kind: 'outbox_share', user: 'id-of-writer', deviceId: 'bus' });
    const other = userOf('other', { privileges: ['messages'] });
    expect(await run.messages.post(other, 'van', email)).to.include({ ok: true });
    await raise('van');
    expect(all().at(-1)).to.deep.include({ deviceId: 'van', state: 'queued' });
  });

  it('texts of 10,000 characters are refused once they take the share of their user', async () => {
    const { post, store } = await outboxWith();
    let accepted = 0;
    while ((await post({ ...email, text: '€'.repeat(10_000) })).ok) accepted += 1;
    expect(accepted).to.be.within(10, 20);
    expect(store.state.outbox.size).to.equal(accepted);
  });

  it('a canceled message is not sent and frees its quota', async () => {
    const { post, run, states, email: channel, pass } = await outboxWith({ dailyEmailLimit: 1 });
    const first = await post(email);
    const id = first.ok ? first.value.id : '';
    expect(await run.messages.cancel(writer, id)).to.deep.nested.include({ 'value.state': 'suppressed' });
    expect(await run.messages.cancel(writer, id)).to.include({ code: 'conflict' });
    expect(await post(email)).to.include({ ok: true });
    run.dispatcher.start();
    await pass(10_000);
    expect(states()).to.deep.equal(['suppressed (canceled)', 'sent']);
    expect(channel.handed()).to.have.length(1);
    await run.dispatcher.stop();
  });

  it('a message that an older version canceled is shown with the reason canceled', async () => {
    const { post, run, store } = await outboxWith();
    const posted = await post(email);
    const id = posted.ok ? posted.value.id : '';
    const v = { id, state: 'suppressed' as const, reason: 'cancelled', counted: 0, references: [] };
    await store.append([{ kind: 'message-settled', v }]);
    expect(store.state.finishedMessages.get(id)?.reason).to.equal('cancelled');
    expect(run.messages.get(writer, id)).to.deep.nested.include({ 'value.reason': 'canceled' });
    expect(run.messages.list(writer, {}).map(({ reason }) => reason)).to.deep.equal(['canceled']);
  });

  it('messages are listed newest first, with filters', async () => {
    const { post, run } = await outboxWith();
    for (const input of [email, sms, email]) await post(input);
    const list = (query = {}): string[] => run.messages.list(writer, query).map(({ channel }) => channel);
    expect(list()).to.deep.equal(['email', 'sms', 'email']);
    expect(list({ channel: 'sms' })).to.deep.equal(['sms']);
    expect(list({ state: 'sent' })).to.deep.equal([]);
    expect(list({ deviceId: 'van' })).to.deep.equal([]);
    const ids = run.messages.list(writer, {}).map(({ id }) => Number(id));
    expect(ids).to.deep.equal([...ids].sort((a, b) => b - a));
  });
});
