import type { Alert } from '../../../src/schema/records/alert.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { ClockQuality } from '../../../src/schema/system/clock.js';

/** A write as it was sent; `at`: ms since 1970 by the clock of the gateway. */
export type SentWrite = { readonly at: number; readonly text: string };

/** What the gateway showed at one moment of a run. */
export type Sample = { readonly now: number; readonly quality: ClockQuality; readonly last: Location | undefined };

/** What is there at the end of a run. Of the device: in order of time. */
export type CaseOutcome = {
  /** T of the templates */
  readonly t: number;
  readonly writes: readonly SentWrite[];
  /** the reply to each write of a listener: bytes as latin1 */
  readonly replies: readonly string[];
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly last: Location | undefined;
  readonly locationsOf: (deviceId: string) => readonly Location[];
  /** of the port */
  readonly reason: string | null;
  /** after each write and at the end */
  readonly samples: readonly Sample[];
  /** ms since 1970, at the end */
  readonly now: number;
};
