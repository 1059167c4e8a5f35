import { failureIn, success, WaypostError, type ErrorCode, type Result } from '../errors.js';
import type { Change, Entry } from '../schema/entry.js';
import type { ChangeCause, Store } from '../store/store.js';

const REFUSALS: readonly ErrorCode[] = ['conflict', 'rate_limited'];

/**
 * Appends the changes, if there are any, which count against the budget of `by`: `conflict` if a bound of the state
 * refuses them, `rate_limited` beyond the budget.
 */
export async function appendWithin(
  store: Pick<Store, 'append'>,
  changes: readonly Change[],
  by: ChangeCause | undefined,
): Promise<Result<readonly Entry[]>> {
  if (changes.length === 0) return success([]);
  try {
    return success(await store.append(changes, by));
  } catch (error) {
    if (!(error instanceof WaypostError) || !REFUSALS.includes(error.code)) throw error;
    return failureIn(error);
  }
}
