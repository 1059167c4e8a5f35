import type { RuleState } from '../../schema/alert-rules/rule-progress.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';

/** What the rules know of a device. */
export type DeviceView = {
  /** by rule */
  readonly states: Readonly<Record<string, RuleState>>;
  /** since when, by zone */
  readonly visits: Readonly<Record<string, string>>;
  /** the newest fix that counts, and the last jump since */
  readonly last: Location | undefined;
  readonly doubt: Location | undefined;
};

/** What the rules make of the records of a device: stored in the same append. */
export type Evaluated = {
  /** with marks */
  readonly records: readonly TrackerChange[];
  readonly alerts: readonly TrackerChange[];
  readonly others: readonly Change[];
  /** what the device is known by afterwards; undefined: as before */
  readonly view?: DeviceView;
};
