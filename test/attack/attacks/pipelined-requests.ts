import { setTimeout as delay } from 'node:timers/promises';
import { connectFrom } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const REQUESTS = 1_400;
const PATHS = ['/app/world.json', '/docs/swagger-ui-bundle.js'];

/** Many requests in one write, whose answers are not read. */
export const pipelinedRequests: Attack = {
  title: `${REQUESTS} pipelined requests a connection, whose answers are not read`,
  by: 'stranger',
  async run(target) {
    const end = performance.now() + target.seconds * 1000;
    let opened = 0;
    while (performance.now() < end) {
      const socket = await connectFrom(`127.0.5.${1 + (opened % 3)}`, target);
      if (socket !== undefined) {
        opened += 1;
        socket.pause();
        socket.write(`GET ${PATHS[opened % PATHS.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(REQUESTS));
      }
      await delay(300);
    }
    return { opened };
  },
};
