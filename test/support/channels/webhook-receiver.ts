import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { timers } from '../../../src/time/clock.js';
import type { MessageEvent } from '../../../src/schema/messages/message-event.js';
import { freePort } from '../gateway/free-port.js';

export const WEBHOOK_SECRET = 'a secret of sixteen characters';

type ReceivedEvent = {
  readonly event: MessageEvent;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** ms of monotonic time */
  readonly at: number;
};

export type WebhookReceiver = {
  readonly url: string;
  /** in order of arrival, repeats included */
  readonly received: readonly ReceivedEvent[];
  /** Answers later requests; the default is 204. */
  readonly answerBy: (answer: (response: ServerResponse, request: ReceivedEvent) => void) => void;
  readonly stop: () => Promise<void>;
};

/** A receiver of webhooks over real HTTP. */
export async function startWebhookReceiver(given?: number): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let answer: (response: ServerResponse, request: ReceivedEvent) => void = (response) => {
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { event: JSON.parse(body) as MessageEvent, body, headers: request.headers, at: timers.now() };
      received.push(one);
      answer(response, one);
    });
  });
  const port = given ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    answerBy(next) {
      answer = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
