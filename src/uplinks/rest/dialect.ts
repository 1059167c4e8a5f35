import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Found, Lane, Pause, SendResult, Sink } from '../sink.js';

/** How one kind of far side takes records. */
export type Dialect = {
  readonly lanes: readonly Lane[];
  readonly limits: Sink['limits'];
  /** it recognizes what it has by its content, under any id */
  readonly knowsContent: boolean;
  /** what the far side cannot take; null: all is well */
  readonly remark: string | null;
  readonly send: (records: readonly UplinkRecord[]) => Promise<DialectResult>;
  readonly findRepeated: (records: readonly UplinkRecord[]) => Promise<Found>;
};

/** `isLost`: there is no connection to the API any more. */
export type DialectResult = SendResult & { readonly isLost?: boolean };

/** Nothing came of any of the records. */
export const paused = (records: readonly UplinkRecord[], pause: Pause, isLost = false): DialectResult => ({
  results: records.map(() => ({ outcome: 'unknown' })),
  pause,
  isLost,
});
