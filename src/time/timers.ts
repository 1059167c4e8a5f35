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
