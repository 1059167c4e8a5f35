import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import { DEVICES, type Aftermath, type Attack } from '../attack.js';

const TEXT_CHARS = 10_000;

/** A user with `messages` fills the outbox, first with texts as long as they may be, then with short ones. */
export const postedMessages: Attack = {
  title: `messages of ${TEXT_CHARS} characters by a user with the privilege messages`,
  by: 'user',
  async run(target) {
    const { messenger } = target;
    const tally = createTally();
    await repeatFor(target.seconds, 16, async (turn) => {
      const text = turn % 2 === 0 ? '€'.repeat(TEXT_CHARS) : 'short';
      const body = { channel: 'email', to: 'a@b.example', text };
      const path = `/api/devices/${DEVICES.own}/messages`;
      tally.add(await callOnce(target, { method: 'POST', path, body, token: messenger.token }));
    });
    return tally.counts();
  },
  verify: expectAlertIsQueued,
};

/** An SOS of another device gets its place in an outbox that others have filled. */
export async function expectAlertIsQueued({ admin }: Aftermath): Promise<void> {
  const alert = { alerts: ['SOSButton'], dateTime: new Date().toISOString() };
  const posted = await admin.call('POST', `/api/devices/${DEVICES.victim}/alerts`, alert);
  expect(posted.status).to.equal(201);
  const { body } = await admin.call('GET', `/api/messages?deviceId=${DEVICES.victim}`);
  const [message] = body.messages as { state: string; reason: string | null }[];
  expect(message?.state, `an SOS of another device: ${message?.reason ?? 'no message'}`).to.be.oneOf([
    'queued',
    'sending',
  ]);
}
