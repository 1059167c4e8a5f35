import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

/**
 * Loaded before a gateway whose clocks run WAYPOST_SOAK_FACTOR times as fast. The network does not, so the timeouts of
 * sockets and of the HTTP server are multiplied by the factor. No timer is shorter than a millisecond of the machine, below
 * which the event loop would spin, and no program is started that reports whether time servers set the clock: the gateway
 * asks it each minute.
 */
const factor = Number(process.env.WAYPOST_SOAK_FACTOR);
const create = http.createServer;

http.createServer = ((options: ServerOptions, listener?: RequestListener) => {
  const times = ['headersTimeout', 'requestTimeout'] as const;
  const patient = Object.fromEntries(times.map((name) => [name, (options[name] ?? 0) * factor]));
  return create({ ...options, ...patient }, listener);
}) as typeof create;
syncBuiltinESMExports();

const setSocketTimeout = Reflect.get(Socket.prototype, 'setTimeout');
Socket.prototype.setTimeout = function (this: Socket, ms, callback) {
  return setSocketTimeout.call(this, ms * factor, callback);
};

const after = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    after(callback, Math.max(ms ?? 0, factor), ...args),
  after,
);
process.env.PATH = '/nonexistent';
delete process.env.WAYPOST_SOAK_FACTOR;
