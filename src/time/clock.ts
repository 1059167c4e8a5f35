import { randomBytes } from 'node:crypto';

/** The only reader of the real clocks, with `timers`. */
export type Clock = {
  /** ms since 1970, UTC; can be stepped */
  now: () => number;
  /** ms since the process started; never stepped */
  monotonic: () => number;
  /** identifies this run of the process: monotonic times of different runs cannot be compared */
  readonly boot: string;
};

export const createClock = (): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  boot: randomBytes(4).toString('hex'),
});
