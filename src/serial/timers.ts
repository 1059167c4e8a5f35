/** Runs `run` once after `ms` of monotonic time, unless the function given back is called before. */
export type Timers = { after: (ms: number, run: () => void) => () => void };

export const timers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
