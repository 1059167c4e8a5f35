import { performance } from 'node:perf_hooks';

/** ms that the event loop has been busy since the start of the process. */
export const busyMs = (): number => performance.eventLoopUtilization().active;
