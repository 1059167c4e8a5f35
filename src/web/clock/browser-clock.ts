/** The only place where the page reads the browser's clock and sets timers. */
export type BrowserClock = {
  /** ms since 1970 by the browser's machine */
  readonly now: () => number;
  /** runs once after `ms`; returns the function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void;
  /** runs once before the next paint, or soon if the browser paints nothing */
  readonly requestFrame: (run: () => void) => void;
};

/** Interval for background pages, which are not painted. */
const HIDDEN_FRAME_MS = 1_000;

export const createBrowserClock = (): BrowserClock => ({
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
  requestFrame(run) {
    if (document.hidden) setTimeout(run, HIDDEN_FRAME_MS);
    else requestAnimationFrame(run);
  },
});
