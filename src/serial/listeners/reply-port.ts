import type { Port } from '../transport/port-types.js';

/** The port of a session that is given all its data at once, and only replies. */
export const createReplyPort = (write: Port['write']): Port => ({
  write,
  pause: () => undefined,
  resume: () => undefined,
  setBaudRate: () => Promise.resolve(),
  isIdle: () => true,
  isAlive: () => Promise.resolve(true),
  close: () => Promise.resolve(),
});
