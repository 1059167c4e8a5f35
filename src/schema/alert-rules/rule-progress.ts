import type { Position } from '../zones/shape.js';

/**
 * What a rule knows of a device. It changes only when something happens, not with every record: each change is an entry of
 * the log. Times in ms since 1970.
 */
export type RuleProgress = {
  /** of the record that changed it last */
  readonly at: number;
  readonly level: string;
  /** a level that has not lasted long enough yet */
  readonly next?: { readonly level: string; readonly since: number };
  /** the zone that the device is in */
  readonly zone?: string;
  /** where the device stands */
  readonly anchor?: Position;
  /** the value that later ones are compared with */
  readonly reference?: number;
};

/** `revision`: of the rule and its zones; after a change of them, the next record starts over. */
export type RuleState = RuleProgress & { readonly revision: string };
