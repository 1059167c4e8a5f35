import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import { DEVICES, VICTIM_FIXES, VICTIM_FROM, type Attack } from '../attack.js';

const RETENTION_BYTES = 16_777_216;
const TAGS = 64;
const TAG_CHARS = 1_000;

/** A user without a privilege changes their own record again and again, so that old history has to give way. */
export const largeEdits: Attack = {
  title: 'large changes of their own record by a user without a privilege',
  by: 'user',
  config: { store: { retention: { bytes: RETENTION_BYTES }, segmentBytes: 1_048_576, snapshotBytes: 1_048_576 } },
  async run(target) {
    const { plain } = target;
    const tags = Object.fromEntries(Array.from({ length: TAGS }, (_, i) => [`k${i}`, 'v'.repeat(TAG_CHARS)]));
    const tally = createTally();
    await repeatFor(target.seconds, 8, async (turn) => {
      const body = { tags: { ...tags, k0: String(turn) } };
      const change = { method: 'PATCH', path: `/api/users/${plain.id}`, body, token: plain.token };
      tally.add(await callOnce(target, change));
    });
    return tally.counts();
  },
  async verify({ admin }) {
    const day = { from: new Date(VICTIM_FROM).toISOString(), to: new Date(VICTIM_FROM + 86_400_000).toISOString() };
    const { body } = await admin.call('POST', `/api/devices/${DEVICES.victim}/locations`, day);
    expect(body.locations, 'history of another device').to.have.lengthOf(VICTIM_FIXES);
    const edit = await admin.call('PATCH', `/api/devices/${DEVICES.victim}`, { description: 'changed' });
    expect(edit.status, 'a change by the administrator').to.equal(200);
  },
};
