import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.js';

const ADDRESSES = 200;
const WORKERS = 50;

/** Wrong keys and passwords, half of them for the administrator's name, 50 a second from 200 addresses. */
export const guessedKeys: Attack = {
  title: `guesses of keys and passwords from ${ADDRESSES} addresses`,
  by: 'stranger',
  async run(target) {
    const tally = createTally();
    await repeatFor(target.seconds, WORKERS, async (turn) => {
      const secret = turn % 4 < 2 ? { apiKey: `guess ${turn}` } : { password: `a long guess ${turn}` };
      const body = { userName: turn % 2 === 0 ? 'admin' : `name-${turn}`, ...secret };
      const localAddress = `127.0.7.${1 + (turn % ADDRESSES)}`;
      tally.add(await callOnce(target, { method: 'POST', path: '/api/Auth/Token', body, localAddress }));
      await delay(1_000);
    });
    return tally.counts();
  },
  async verify({ target }) {
    const body = { userName: 'admin', apiKey: TEST_KEY };
    const localAddress = '127.0.8.1';
    const begin = performance.now();
    const status = await callOnce(target, { method: 'POST', path: '/api/Auth/Token', body, localAddress });
    expect(status, 'the right key, from a new address').to.equal(200);
    expect(performance.now() - begin, 'ms for the right key').to.be.lessThan(1_000);
  },
};
