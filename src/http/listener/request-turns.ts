import type { Socket } from 'node:net';
import { networkOf } from '../../domain/accounts/client-address.js';
import { createTurnQueue } from '../../services/turn-queue.js';

/**
 * Requests that are started in one round of the event loop. Node accepts one connection a round, so a round that works off
 * the requests of hundreds of connections holds up every client that has none yet.
 */
export const REQUESTS_PER_ROUND = 16;

type Connected = { readonly socket: Pick<Socket, 'remoteAddress' | 'destroyed'> };

/** Starts requests at once, up to a number in each round of the event loop; beyond it, the addresses take turns. */
export function createRequestTurns<Request extends Connected, Response>(
  onRequest: (request: Request, response: Response) => void,
): (request: Request, response: Response) => void {
  const waiting = createTurnQueue<readonly [Request, Response]>();
  let started = 0;

  function start(request: Request, response: Response): void {
    if (started === 0) setImmediate(startRound);
    started += 1;
    onRequest(request, response);
  }

  function startRound(): void {
    started = 0;
    while (started < REQUESTS_PER_ROUND) {
      const next = waiting.next();
      if (next === undefined) break;
      if (!next[0].socket.destroyed) start(...next);
    }
  }

  return (request, response) => {
    if (started < REQUESTS_PER_ROUND) start(request, response);
    else waiting.add(networkOf(request.socket.remoteAddress ?? ''), [request, response]);
  };
}
