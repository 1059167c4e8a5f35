import type { Pause, RecordResult, SendResult } from '../../schema/uplinks/send-result.js';

/** What is to be done after a batch was sent. */
export type Judged = {
  /** for each record, in order */
  readonly results: readonly RecordResult[];
  readonly next:
    | { readonly kind: 'continue' }
    /** some were not answered, or the far side asks for time */
    | { readonly kind: 'wait'; readonly reason: string; readonly retryAfter?: number }
    /** the next batch has at most this many records */
    | { readonly kind: 'divide'; readonly records: number; readonly cause: 'too-large' | 'refused' }
    | Extract<Pause, { kind: 'stop' }>;
};

const UNKNOWN: RecordResult = { outcome: 'unknown' };
const NO_ANSWER = 'the far side did not answer: the records are sent again';

/**
 * Never skips a record silently: a result that is missing is unknown, and a batch that is refused as a whole is divided
 * until a single record is left, which is then the one that is refused. `count`: of the records that were sent.
 */
export function judge(count: number, { results: given, pause }: SendResult): Judged {
  const results = Array.from({ length: count }, (_, index) => given[index] ?? UNKNOWN);
  const open = results.filter(({ outcome }) => outcome === 'unknown').length;
  if (pause === undefined) {
    return { results, next: open === 0 ? { kind: 'continue' } : { kind: 'wait', reason: NO_ANSWER } };
  }
  if (pause.kind === 'stop') return { results, next: pause };
  if (pause.kind === 'retry') return { results, next: waitOf(pause) };
  if (open === 0) return { results, next: { kind: 'continue' } };
  if (open > 1) {
    return { results, next: { kind: 'divide', records: Math.max(1, Math.floor(open / 2)), cause: pause.kind } };
  }
  const refused: RecordResult = { outcome: 'refused', reason: pause.reason };
  return {
    results: results.map((result) => (result.outcome === 'unknown' ? refused : result)),
    next: { kind: 'continue' },
  };
}

const waitOf = ({ reason, retryAfter }: Extract<Pause, { kind: 'retry' }>): Judged['next'] => ({
  kind: 'wait',
  reason,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** Records that a batch of a lane may have. `slowly`: the far side takes no more at once, so it grows by an eighth. */
export type BatchLimit = { readonly records: number; readonly slowly: boolean };

export const divided = (records: number, cause: 'too-large' | 'refused'): BatchLimit => ({
  records,
  slowly: cause === 'too-large',
});

/** After a batch that was answered as a whole. */
export const grown = ({ records, slowly }: BatchLimit, max: number): BatchLimit => ({
  records: Math.min(max, slowly ? records + Math.max(1, records >> 3) : records * 2),
  slowly: slowly && records < max,
});
