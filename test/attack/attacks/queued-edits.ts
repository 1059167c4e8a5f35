import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { connectFrom } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const REQUESTS = 600;
const MAX_WAIT_MS = 2_000;

/** A user fills the queue of changes with changes of their own record, from connections that do not wait. */
export const queuedEdits: Attack = {
  title: `${REQUESTS} pipelined changes a connection`,
  by: 'user',
  async run(target) {
    const { plain } = target;
    const requests = Array.from({ length: REQUESTS }, (_, index) => {
      const body = JSON.stringify({ description: `changed ${index}` });
      return [
        `PATCH /api/users/${plain.id} HTTP/1.1`,
        'Host: 127.0.0.1',
        `Authorization: Bearer ${plain.token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n');
    });
    const end = performance.now() + target.seconds * 1000;
    let opened = 0;
    while (performance.now() < end) {
      const socket = await connectFrom(`127.0.10.${1 + (opened % 8)}`, target);
      opened += 1;
      socket?.resume();
      socket?.write(requests.join(''));
      await delay(1_000);
      socket?.destroy();
    }
    return { opened };
  },
  async verify({ admin, target }) {
    const begin = performance.now();
    const { status } = await admin.call('DELETE', `/api/users/${target.plain.id}/apiKey`);
    expect(status, 'revoking the key of the user').to.equal(200);
    expect(performance.now() - begin, 'ms until the key is revoked').to.be.lessThan(MAX_WAIT_MS);
  },
};
