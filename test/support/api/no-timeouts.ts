import { DEFAULT_LIMITS, type ConnectionLimits } from '../../../src/http/listener/connection-limits.js';

const HOUR_MS = 3_600_000;

/** What waits for one of these times takes longer than a test may. */
export const NO_TIMEOUTS: ConnectionLimits = {
  ...DEFAULT_LIMITS,
  headersTimeoutMs: HOUR_MS,
  requestTimeoutMs: HOUR_MS,
  keepAliveTimeoutMs: HOUR_MS,
  inactivityTimeoutMs: HOUR_MS,
  stopTimeoutMs: HOUR_MS,
};
