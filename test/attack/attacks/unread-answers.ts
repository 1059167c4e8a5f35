import { holdConnections } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const CONNECTIONS = 1_024;
const PATHS = ['/docs/swagger-ui-bundle.js', '/app/world.json', '/openapi.json'];

/** Large files, asked for by connections that read nothing. */
export const unreadAnswers: Attack = {
  title: `${CONNECTIONS} connections that do not read their answers`,
  by: 'stranger',
  run: (target) =>
    holdConnections(
      target,
      CONNECTIONS,
      (index) => `127.0.4.${1 + (index % 2)}`,
      (socket, index) => {
        socket.pause();
        socket.write(`GET ${PATHS[index % PATHS.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      },
    ),
};
