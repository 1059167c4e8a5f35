import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const WORKERS = 20;
const PATHS = ['/api/trails?minutes=1e999', '/api/records?limit=Infinity', '/api/devices?offset=-1e400'];

/** Numbers that are larger than any bound, to read everything or to fail. */
export const endlessNumbers: Attack = {
  title: 'queries with numbers that are not finite',
  by: 'user',
  async run(target) {
    const tally = createTally();
    await repeatFor(target.seconds, WORKERS, async (turn) => {
      const path = PATHS[turn % PATHS.length] ?? '';
      tally.add(await callOnce(target, { method: 'GET', path, token: target.plain.token }));
    });
    return tally.counts();
  },
  async verify({ target }) {
    for (const path of PATHS)
      expect(await callOnce(target, { method: 'GET', path, token: target.dispatcher.token }), path).to.equal(400);
  },
};
