import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a gateway whose clocks are so many times as fast (WAYPOST_DAY_FACTOR): the network is not, so its server
 * gets so many times the time for what comes over it.
 */
const factor = Number(process.env.WAYPOST_DAY_FACTOR);
const create = http.createServer;

http.createServer = ((options: ServerOptions, listener?: RequestListener) => {
  const times = ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'] as const;
  const patient = Object.fromEntries(times.map((name) => [name, (options[name] ?? 0) * factor]));
  return create({ ...options, ...patient }, listener);
}) as typeof create;
syncBuiltinESMExports();
delete process.env.WAYPOST_DAY_FACTOR;
