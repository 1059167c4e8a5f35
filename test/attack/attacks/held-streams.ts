import { expect } from 'chai';
import { holdConnections } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const STREAMS = 200;

/** A user without a privilege opens more event streams than there are. */
export const heldStreams: Attack = {
  title: `${STREAMS} event streams of a user without a privilege`,
  by: 'user',
  run: (target) =>
    holdConnections(
      target,
      STREAMS,
      (index) => `127.0.11.${1 + (index % 8)}`,
      (socket) => {
        const authorization = `Authorization: Bearer ${target.plain.token}`;
        socket.resume();
        socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}\r\n\r\n`);
      },
    ),
  async verify({ admin, target }) {
    const leave = new AbortController();
    const { status } = await fetch(`http://${target.host}:${target.port}/api/events`, {
      headers: { Authorization: `Bearer ${admin.token}` },
      signal: leave.signal,
    });
    leave.abort();
    expect(status, 'an event stream of the administrator').to.equal(200);
  },
};
