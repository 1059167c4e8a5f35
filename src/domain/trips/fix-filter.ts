import { isJump, isVague } from '../records/unfit.js';
import type { CountedFix, TripFix } from './trip-fix.js';

/** Leaves out the fixes that do not count, by the rule that records are judged by when they arrive (`records/unfit`). */
export type FixFilter = {
  last: TripFix | undefined;
  /** a jump; what it is depends on the next fix */
  doubt: TripFix | undefined;
};

export const startFilter = (): FixFilter => ({ last: undefined, doubt: undefined });

/** The next fix, in order of time; not 0,0. A jump that the next fix agrees with counts, from both on. */
export function filterFix(filter: FixFilter, fix: TripFix, use: (fix: CountedFix) => void): void {
  const { last, doubt } = filter;
  if (last !== undefined) {
    if (isVague(fix, last)) return;
    if (isJump(fix, last, fix.ms - last.ms)) {
      if (doubt === undefined || isJump(fix, doubt, fix.ms - doubt.ms)) {
        filter.doubt = fix;
        return;
      }
      use({ ...doubt, isElsewhere: true });
    }
  }
  filter.last = fix;
  filter.doubt = undefined;
  use(fix);
}
