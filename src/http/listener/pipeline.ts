import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusals } from '../../services/system/refusals.js';
import type { ConnectionLimits } from './connection-limits.js';

export type PipelineOptions = {
  readonly onRequest: RequestListener;
  /** Receives each request whose answer is out, or will not be sent. */
  readonly onClose: (request: IncomingMessage) => void;
  readonly limits: Pick<ConnectionLimits, 'pipelinedRequests'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

/** The requests of one connection, in order. */
type Pipeline = {
  isBusy: boolean;
  /** received, but not started; Node has parsed them together with the one in progress */
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
};

/**
 * Starts the next request of a connection only when the answer to the one before is out. Node starts every request that
 * it finds in what it has read at once, so a client that sends many and reads no answer would make it hold them all.
 */
export function createPipelines({ onRequest, onClose, limits, refusals }: PipelineOptions): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.isBusy = true;
    response.once('close', () => {
      onClose(request);
      // Other connections come between, so that many requests of one are no long pause for all.
      if (pipeline.waiting.length > 0) setImmediate(startNext, pipeline, request.socket);
      else startNext(pipeline, request.socket);
    });
    onRequest(request, response);
  }

  function startNext(pipeline: Pipeline, socket: Socket): void {
    const next = socket.writable ? pipeline.waiting.shift() : undefined;
    if (next === undefined) {
      pipeline.isBusy = false;
      pipeline.waiting.length = 0;
      return;
    }
    // The body of the last one may not be complete.
    if (pipeline.waiting.length === 0) socket.resume();
    start(pipeline, ...next);
  }

  return (request, response) => {
    const { socket } = request;
    // What Node read together with too many requests.
    if (socket.destroyed) return;
    let pipeline = pipelines.get(socket);
    if (pipeline === undefined) {
      pipeline = { isBusy: false, waiting: [] };
      pipelines.set(socket, pipeline);
    }
    if (!pipeline.isBusy) {
      start(pipeline, request, response);
      return;
    }
    if (pipeline.waiting.length < limits.pipelinedRequests) {
      pipeline.waiting.push([request, response]);
      socket.pause();
      return;
    }
    refusals.note('pipelined_requests', { from: socket.remoteAddress ?? '' });
    pipeline.waiting.length = 0;
    socket.destroy();
  };
}
