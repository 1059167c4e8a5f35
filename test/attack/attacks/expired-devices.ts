import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const TAGS = 64;
const TAG_CHARS = 1_000;

/** Devices that have expired take no license, so that no license bounds their number. */
export const expiredDevices: Attack = {
  title: 'expired devices with large tags by a user with devices:write',
  by: 'user',
  async run(target) {
    const { registrar } = target;
    const tags = Object.fromEntries(Array.from({ length: TAGS }, (_, i) => [`k${i}`, 'v'.repeat(TAG_CHARS)]));
    const tally = createTally();
    await repeatFor(target.seconds, 8, async (turn) => {
      const body = { id: `expired-${turn}`, expires: '2001-01-01T00:00:00Z', tags };
      tally.add(await callOnce(target, { method: 'POST', path: '/api/devices', body, token: registrar.token }));
    });
    return tally.counts();
  },
  async verify({ admin }) {
    const { body } = await admin.call('GET', '/api/licenses');
    expect(body.licenses).to.include({ overUse: 0 });
  },
};
