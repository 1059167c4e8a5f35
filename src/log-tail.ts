/** A line of the application log as it was written: JSON. `n` counts the lines since the start, from 1. */
export type TailLine = { readonly n: number; readonly text: string };

/** The last lines of the application log, in memory. */
export type LogTail = {
  readonly add: (text: string) => void;
  /** the oldest first */
  readonly lines: () => readonly TailLine[];
  /** Calls `listener` for each new line, until the returned function is called. It must not throw or log. */
  readonly subscribe: (listener: (line: TailLine) => void) => () => void;
};

export const MAX_TAIL_LINES = 1_000;
/** Of all lines. */
export const MAX_TAIL_CHARS = 524_288;
/** Of a longer line, only the start is kept. */
const MAX_LINE_CHARS = 8_192;

export function createLogTail(): LogTail {
  let kept: TailLine[] = [];
  let chars = 0;
  let count = 0;
  const listeners = new Set<(line: TailLine) => void>();

  /** Often enough to bound the memory, and rarely enough to cost little. */
  function trim(): void {
    let from = Math.max(0, kept.length - MAX_TAIL_LINES);
    for (const { text } of kept.slice(0, from)) chars -= text.length;
    for (; chars > MAX_TAIL_CHARS; from += 1) chars -= kept[from]?.text.length ?? 0;
    kept = kept.slice(from);
  }

  return {
    add(text) {
      const line = { n: (count += 1), text: text.slice(0, MAX_LINE_CHARS) };
      kept.push(line);
      chars += line.text.length;
      if (kept.length >= 1.25 * MAX_TAIL_LINES || chars > 1.25 * MAX_TAIL_CHARS) trim();
      for (const listener of listeners) listener(line);
    },
    lines() {
      trim();
      return kept;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
