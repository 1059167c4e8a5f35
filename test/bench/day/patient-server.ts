import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a gateway whose clocks run WAYPOST_DAY_FACTOR times as fast. The network does not, so the server
 * multiplies its network timeouts by the factor.
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
