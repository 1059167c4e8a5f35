import { Agent, request, type ClientRequest } from 'node:http';
import type { ListenerAddress, OpenSocket, SocketEvents } from './network-socket.js';

/** Less than the trackers wait. */
const RESPONSE_MS = 5_000;
/** in place of the status of a response that did not come */
const NO_RESPONSE = '000';

/** Each write is the query of a GET; its status is what is received. One connection, as in an app. */
export function openHttp({ host, port }: ListenerAddress, { onOpen, onData }: SocketEvents): OpenSocket {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const requests = new Set<ClientRequest>();
  const opening = setImmediate(onOpen);
  return {
    write(bytes, onWritten) {
      const query = Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[^!-~]/g, encodeURIComponent);
      const own = { host, port, agent, path: `/?${query}`, timeout: RESPONSE_MS };
      const sent = request({ ...own, headers: { 'User-Agent': 'waypost-simulate' } }, (response) => {
        response.resume();
        response.on('end', () => {
          finish(String(response.statusCode ?? NO_RESPONSE));
        });
      });
      let isFinished = false;
      function finish(status: string): void {
        if (isFinished) return;
        isFinished = true;
        requests.delete(sent);
        onData(Buffer.from(status));
        onWritten();
      }
      requests.add(sent);
      sent.on('timeout', () => sent.destroy());
      // The reason is of no use: another attempt follows.
      sent.on('error', () => {
        finish(NO_RESPONSE);
      });
      sent.on('close', () => {
        finish(NO_RESPONSE);
      });
      sent.end();
    },
    close() {
      clearImmediate(opening);
      for (const sent of requests) sent.destroy();
      agent.destroy();
    },
  };
}
