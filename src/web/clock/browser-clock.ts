/** The one place where the page reads the browser's clock and asks to be woken. */
export type BrowserClock = {
  /** ms since 1970, as the browser's machine believes */
  readonly now: () => number;
  /** runs once after so many ms; gives back what prevents it */
  readonly after: (ms: number, run: () => void) => () => void;
  /** runs once before the browser paints next, or soon when it paints nothing */
  readonly requestFrame: (run: () => void) => void;
};

/** A page in the background is not painted: what has come in is taken at this pace then. */
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
