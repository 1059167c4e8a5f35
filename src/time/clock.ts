import { randomBytes } from 'node:crypto';

/** The only reader of the real clocks. */
export type Clock = {
  /** ms since 1970, UTC; may be stepped */
  now: () => number;
  /** ms since the process began; never stepped */
  monotonic: () => number;
  /** names this run of the process, so that monotonic times of different runs are not mixed up */
  readonly boot: string;
};

export const createClock = (): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  boot: randomBytes(4).toString('hex'),
});
