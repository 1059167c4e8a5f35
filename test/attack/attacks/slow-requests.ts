import { holdConnections } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const CONNECTIONS = 1_000;
const BYTE_INTERVAL_MS = 500;

/** Requests that arrive byte by byte, from many addresses. */
export const slowRequests: Attack = {
  title: `${CONNECTIONS} connections that send a byte every ${BYTE_INTERVAL_MS} ms`,
  by: 'stranger',
  run: (target) =>
    holdConnections(
      target,
      CONNECTIONS,
      (index) => `127.0.9.${1 + (index % 50)}`,
      (socket) => {
        const bytes = Array.from('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
        const sending = setInterval(() => {
          socket.write(bytes.shift() ?? 'x');
        }, BYTE_INTERVAL_MS);
        socket.resume();
        socket.once('close', () => {
          clearInterval(sending);
        });
      },
    ),
};
