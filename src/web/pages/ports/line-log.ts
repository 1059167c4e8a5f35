import type { PortLine } from '../../../schema/ports/port-line.js';

/** A line with a stable number, which is its key in the list. */
type NumberedLine = { readonly number: number; readonly line: PortLine };

export type LineLog = {
  /** newest first */
  readonly lines: readonly NumberedLine[];
  /** lines received during a pause; shown after it */
  readonly held: readonly NumberedLine[];
  readonly next: number;
  readonly paused: boolean;
};

/** The oldest lines beyond this are dropped. */
export const MAX_LINES = 200;

export const emptyLog: LineLog = { lines: [], held: [], next: 0, paused: false };

export function withLine(log: LineLog, line: PortLine): LineLog {
  const added = { number: log.next, line };
  const next = log.next + 1;
  if (log.paused) return { ...log, next, held: [added, ...log.held].slice(0, MAX_LINES) };
  return { ...log, next, lines: [added, ...log.lines].slice(0, MAX_LINES) };
}

export function withPause(log: LineLog, paused: boolean): LineLog {
  return { ...log, paused, held: [], lines: [...log.held, ...log.lines].slice(0, MAX_LINES) };
}
