import { Agent } from 'node:http';
import { expect } from 'chai';
import { createTally, readAnswer } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const CONNECTIONS = 8;
/** as many as the state holds, without those of every attack */
const COUNT = 9_990;
const REGISTERED_AT_ONCE = 64;
const MAX_WAIT_MS = 2_000;
const PATHS = ['/api/devices', '/api/alerts?from=2026-10-01T00:00:00Z&to=2026-12-01T00:00:00Z&limit=10000'];

/** A user reads the lists over all devices again and again, and reads the answers. */
export const deviceLists: Attack = {
  title: `lists of ${COUNT} devices, again and again`,
  by: 'user',
  config: { licenses: { total: 20_000 } },
  async prepare(admin) {
    for (let from = 0; from < COUNT; from += REGISTERED_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(REGISTERED_AT_ONCE, COUNT - from) }, (_, index) => from + index);
      const created = await Promise.all(
        numbers.map((number) => admin.call('POST', '/api/devices', { id: `bus-${number}`, name: `bus ${number}` })),
      );
      expect(created.every(({ status }) => status === 201)).to.equal(true);
    }
  },
  async run(target) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const tally = createTally();
    const end = performance.now() + target.seconds * 1000;
    let bytes = 0;
    const { token } = target.registrar;
    const read = async (path: string): Promise<void> => {
      while (performance.now() < end) {
        const answer = await readAnswer(target, { path, token, agent });
        tally.add(answer.status);
        bytes += answer.bytes;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => read(PATHS[index % PATHS.length] ?? '')));
    agent.destroy();
    return { ...tally.counts(), mebibytes: Math.round(bytes / 1_048_576) };
  },
  async verify({ admin }) {
    const begin = performance.now();
    const { status, body } = await admin.call('GET', '/api/devices?limit=100');
    expect(status).to.equal(200);
    expect(body.devices).to.have.lengthOf(100);
    expect(performance.now() - begin, 'ms for a page of another user').to.be.lessThan(MAX_WAIT_MS);
  },
};
