import { expect } from 'chai';
import { messageOf } from '../../support/channels/messages.js';
import { failedOutcome } from '../../support/channels/test-channel.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';
import { deviceOf } from '../../support/store/records.js';

const SECOND = 1_000;
const HOUR = 3_600_000;

describe('messages that a channel holds', () => {
  async function outboxWith() {
    const outbox = createTestOutbox();
    await outbox.store.append([{ kind: 'device', v: deviceOf('bus') }]);
    const queue = (own = {}) => outbox.store.append([{ kind: 'message', v: messageOf('bus', own) }]);
    return { ...outbox, run: outbox.run, queue };
  }

  const held = { ...failedOutcome(true), isChannelFault: true } as const;
  const attemptsOf = (all: readonly { readonly attempts: number }[]): number[] => all.map(({ attempts }) => attempts);

  it('a message that is sent frees those that the channel held, each once', async () => {
    const { run, email, queue, all, pass } = await outboxWith();
    email.answerBy(() => held);
    run.dispatcher.start();
    await queue({ text: 'one' });
    await pass(SECOND);
    // After two more failures it waits for 40 s.
    await pass(35 * SECOND, SECOND);
    expect(attemptsOf(all())).to.deep.equal([3]);
    email.answerBy(({ text }) => (text === 'one' ? held : { outcome: 'sent', references: [] }));
    await queue({ text: 'two' });
    await pass(SECOND);
    expect(attemptsOf(all()), 'freed by the second message').to.deep.equal([4, 1]);
    await queue({ text: 'three' });
    await pass(SECOND);
    expect(attemptsOf(all()), 'not freed again').to.deep.equal([4, 1, 1]);
    await run.dispatcher.stop();
  });

  it('a message that failed for itself keeps its own pause when another one is sent', async () => {
    const { run, email, queue, all, pass } = await outboxWith();
    email.answerBy(({ text }) => (text === 'one' ? failedOutcome(true) : { outcome: 'sent', references: [] }));
    run.dispatcher.start();
    await queue({ text: 'one' });
    await queue({ text: 'two' });
    await pass(SECOND);
    expect(attemptsOf(all())).to.deep.equal([1, 1]);
    await run.dispatcher.stop();
  });

  for (const [what, act] of [
    ['a test message that is sent', 'recovered'],
    ['a changed setting', 'replace'],
  ] as const) {
    it(`${what} frees everything at once, however long it would have waited`, async () => {
      const { run, email, queue, all, pass } = await outboxWith();
      email.answerBy(() => held);
      run.dispatcher.start();
      await queue();
      await pass(HOUR);
      const before = attemptsOf(all())[0] ?? 0;
      email.answerBy(() => ({ outcome: 'sent', references: [] }));
      if (act === 'recovered') run.dispatcher.recovered('email', 'depot@example.org');
      else await run.dispatcher.channels.replace('email', () => Promise.resolve(email.channel));
      await pass(1);
      expect(all()[0]).to.include({ state: 'sent', attempts: before + 1 });
      await run.dispatcher.stop();
    });
  }
});
