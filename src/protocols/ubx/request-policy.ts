/** A receiver replies within a second, but on a slow port its queued output goes first. A silent receiver costs 3.6 s. */
export const NORMAL = { timeoutMs: 1_200, maxAttempts: 3 } as const;
/** For the search over all baud rates in turn: 2.4 s at each. */
export const PROBE = { ...NORMAL, maxAttempts: 2 } as const;
