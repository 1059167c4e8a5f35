import { setTimeout as delay } from 'node:timers/promises';
import { callOnce, connectFrom } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const SPACES = 15_500;

/** Headers that take quadratic time where a regular expression reads them. */
export const headerSpaces: Attack = {
  title: `headers with ${SPACES} spaces`,
  by: 'stranger',
  async run(target) {
    const end = performance.now() + target.seconds * 1000;
    const header = `x${' '.repeat(SPACES)}y`;
    let sent = 0;
    await callOnce(target, { method: 'GET', path: '/' });
    while (performance.now() < end) {
      const socket = await connectFrom('127.0.6.1', target);
      for (const name of ['Accept-Encoding', 'Accept-Language', 'Authorization', 'If-None-Match', 'Range']) {
        socket?.write(`GET /app/world.json HTTP/1.1\r\nHost: 127.0.0.1\r\n${name}: ${header}\r\n\r\n`);
        sent += 1;
      }
      socket?.resume();
      await delay(200);
      socket?.destroy();
    }
    return { sent };
  },
};
