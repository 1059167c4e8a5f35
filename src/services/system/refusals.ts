import { REFUSAL_KINDS, REFUSALS, type RefusalKind } from '../../domain/refusals.js';
import { createLogRateLimit, type Logger } from '../../logger.js';

/** Counts refusals by kind, and logs at most one line a minute of each kind. */
export type Refusals = {
  /** `details` of the one that is logged: who and why, bounded by the caller */
  readonly note: (kind: RefusalKind, details?: Readonly<Record<string, string | number>>) => void;
  /** since the start of the process */
  readonly count: (kind: RefusalKind) => number;
};

export type RefusalsOptions = {
  readonly logger: Logger;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
};

const MAX_LINES_PER_MINUTE = 1;

export function createRefusals({ logger, monotonic }: RefusalsOptions): Refusals {
  const byKind = new Map(
    REFUSAL_KINDS.map((kind) => [kind, { count: 0, nextLine: createLogRateLimit(monotonic, MAX_LINES_PER_MINUTE) }]),
  );
  return {
    note(kind, details) {
      const refused = byKind.get(kind);
      if (refused === undefined) return;
      refused.count += 1;
      const suppressed = refused.nextLine();
      if (suppressed !== undefined) logger.warn({ kind, suppressed, ...details }, `refused: ${REFUSALS[kind]}`);
    },
    count: (kind) => byKind.get(kind)?.count ?? 0,
  };
}
