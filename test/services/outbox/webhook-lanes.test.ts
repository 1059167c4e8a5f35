import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import { messageOf, ruleOf } from '../../support/channels/messages.js';
import { failedOutcome, sentOutcome } from '../../support/channels/test-channel.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';
import { deviceOf } from '../../support/store/records.js';

const SECOND = 1_000;
const DAY = 86_400_000;

describe('messages to webhooks', () => {
  const toWebhook = (to: string): Change => ({
    kind: 'message',
    v: messageOf('bus', { channel: 'webhook', to, ttl: 3_600 }),
  });

  async function open() {
    const outbox = createTestOutbox();
    await outbox.store.append([{ kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit: 0, dailySmsLimit: 0 } }]);
    outbox.run.dispatcher.start();
    return outbox;
  }

  it('a webhook that does not answer holds up neither another webhook nor email', async () => {
    const outbox = await open();
    const { store, webhook, pass, all } = outbox;
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    webhook.answerBy(({ to }) => (to === 'dead' ? new Promise(() => undefined) : sentOutcome));
    await store.append([toWebhook('dead'), toWebhook('dead'), toWebhook('alive'), toWebhook('alive')]);
    await store.append([{ kind: 'message', v: messageOf('bus') }]);
    await pass(SECOND);
    expect(all().map(({ to, state }) => `${to} ${state}`)).to.deep.equal([
      'dead sending',
      'dead queued',
      'alive sent',
      'alive sent',
      'depot@example.org sent',
    ]);
  });

  it('one webhook gets one message at a time, in order', async () => {
    const { store, webhook, pass } = await open();
    const order: string[] = [];
    webhook.answerBy(async ({ id }) => {
      order.push(`begin ${id}`);
      await Promise.resolve();
      order.push(`end ${id}`);
      return sentOutcome;
    });
    await store.append(['a', 'a', 'a'].map(toWebhook));
    await pass(SECOND);
    const ids = [...store.state.finishedMessages.keys()];
    expect(order).to.deep.equal(ids.flatMap((id) => [`begin ${id}`, `end ${id}`]));
  });

  it('a message that the previous run was sending is sent again under the same id', async () => {
    const outbox = await open();
    const { store, webhook, pass, all } = outbox;
    webhook.answerBy(() => new Promise(() => undefined));
    await store.append([toWebhook('a')]);
    await pass(SECOND);
    expect(outbox.states()).to.deep.equal(['sending']);
    webhook.answerBy(() => sentOutcome);
    outbox.restart();
    await pass(SECOND);
    expect(all()[0]).to.include({ state: 'sent', attempts: 2 });
    expect(new Set(webhook.handed().map(({ id }) => id)).size).to.equal(1);
  });

  it('a webhook has no daily limit, is counted in no usage, and raises no limit alert', async () => {
    const { store, pass, states } = await open();
    await store.append(Array.from({ length: 30 }, () => toWebhook('a')));
    await pass(SECOND);
    expect(states()).to.deep.equal(Array.from({ length: 30 }, () => 'sent'));
    expect(store.state.sent.size).to.equal(0);
  });

  it('after three days without the receiver, the messages have expired with the reason', async () => {
    const { store, webhook, pass, all } = await open();
    webhook.answerBy(() => failedOutcome(true));
    await store.append([toWebhook('a'), toWebhook('a')]);
    await pass(3 * DAY);
    for (const message of all()) {
      expect(message).to.include({ state: 'expired', reason: 'not sent in time: the peer refused' });
    }
    expect(webhook.handed().length, 'attempts in an hour').to.be.below(30);
  });

  it('an alert reaches the webhook of its rule, and shows it once it is sent', async () => {
    const { store, webhook, raise, pass } = await open();
    await store.append([{ kind: 'notification', v: ruleOf('r', { emails: [], webhooks: ['dispatch'] }) }]);
    await raise('bus');
    await pass(SECOND);
    expect(webhook.handed().map(({ to }) => to)).to.deep.equal(['dispatch']);
    expect(webhook.handed()[0]?.text).to.match(/^Alert: SOSButton\n/);
    expect([...store.state.finishedMessages.values()][0]).to.include({ state: 'sent', channel: 'webhook' });
  });
});
