/**
 * Runs `run` once after `ms` of monotonic time, unless the function given back is called before. What came in until
 * then is taken in first: a process that got no processor time for so long would else find nothing but its timers due.
 */
export type Timers = {
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
