import { randomBytes } from 'node:crypto';

/** The real clocks; this file is their only reader. */
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

export type Timers = {
  /**
   * Runs `run` once after `ms` of monotonic time, unless the returned function is called before. I/O that is ready by
   * then is processed first: after a process was suspended, its timers would otherwise run before the data received.
   */
  after: (ms: number, run: () => void) => () => void;
  /** ms of monotonic time */
  now: () => number;
};

export const timers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      immediate = setImmediate(run);
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};
