import { Agent } from 'node:http';
import { expect } from 'chai';
import { createTally, readAnswer } from '../../support/attack/strangers.js';
import { DEVICES, type Attack } from '../attack.js';

const CONNECTIONS = 200;
const RECORDS = 12_000;
const RECORDS_PER_POST = 1_000;
const FROM = Date.UTC(2026, 9, 1);
const SECOND_MS = 1_000;
const MAX_WAIT_MS = 2_000;
const PATH = `/api/devices/${DEVICES.own}/locations`;
const RANGE = `${PATH}?from=2026-10-01T00:00:00Z&to=2026-10-02T00:00:00Z&limit=10000`;

/** A user reads the largest page of their device again and again, and reads the answers. */
export const rangeReads: Attack = {
  title: `${CONNECTIONS} reads of 10,000 records at once, again and again`,
  by: 'user',
  async prepare(admin) {
    for (let from = 0; from < RECORDS; from += RECORDS_PER_POST) {
      const locations = Array.from({ length: RECORDS_PER_POST }, (_, index) => locationAt(from + index));
      const { status } = await admin.call('POST', PATH, { locations });
      expect(status, `records from ${from}`).to.equal(201);
    }
  },
  async run(target) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const tally = createTally();
    const end = performance.now() + target.seconds * 1000;
    let bytes = 0;
    while (performance.now() < end) {
      const answers = await Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          readAnswer(target, { path: RANGE, token: target.plain.token, agent }),
        ),
      );
      for (const answer of answers) {
        tally.add(answer.status);
        bytes += answer.bytes;
      }
    }
    agent.destroy();
    return { ...tally.counts(), mebibytes: Math.round(bytes / 1_048_576) };
  },
  async verify({ admin, target }) {
    const begin = performance.now();
    const { status, body } = await admin.call('GET', RANGE.replace('10000', '100'));
    expect(status).to.equal(200);
    expect(body.locations).to.have.lengthOf(100);
    expect(performance.now() - begin, 'ms for a page of another user').to.be.lessThan(MAX_WAIT_MS);
    const answer = await readAnswer(target, { path: RANGE, token: target.plain.token, agent: new Agent() });
    expect(answer.status, 'the user themselves').to.equal(200);
  },
};

const locationAt = (second: number): object => ({
  dateTime: new Date(FROM + second * SECOND_MS).toISOString(),
  latitude: 41 + second / 100_000,
  longitude: 2,
  speed: 12.5,
  course: 84,
  altitude: 12,
  satellites: 9,
  attributes: { ignition: true, odometer: 123_456 + second },
});
