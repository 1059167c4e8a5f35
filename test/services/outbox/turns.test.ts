import { expect } from 'chai';
import { ruleOf } from '../../support/channels/messages.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';
import { deviceOf } from '../../support/store/records.js';

describe('the turns of devices in the outbox', () => {
  it('an SOS is the next message after the present one, whatever another device has queued', async () => {
    const { run, store, email, pass, raise } = createTestOutbox();
    const recipients = Array.from({ length: 20 }, (_, i) => `guard${i}@example.org`);
    await store.append([
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'notification', v: ruleOf('wide', { emails: recipients }) },
      { kind: 'notification', v: ruleOf('sos', { emails: ['boss@example.org'], devices: ['van'] }) },
    ]);
    for (let i = 0; i < 33; i++) await raise('bus', `A${i}`);
    let isRaised = false;
    email.answerBy(async () => {
      if (!isRaised && email.handed().length === 100) {
        isRaised = true;
        await raise('van');
      }
      return { outcome: 'sent', references: [] };
    });
    run.dispatcher.start();
    await pass(1_000);
    const order = email.handed().map(({ text }) => text.includes('van'));
    expect(order.length).to.be.greaterThan(400);
    expect(order.indexOf(true)).to.equal(100);
    await run.dispatcher.stop();
  });
});
