import { failure, success, WaypostError, type Result } from '../errors.js';
import type { Change, Entry } from '../schema/entry.js';
import type { Store } from '../store/store.js';

/** Appends the changes, if there are any; `conflict` if a bound of the state refuses them. */
export async function appendWithin(
  store: Pick<Store, 'append'>,
  changes: readonly Change[],
): Promise<Result<readonly Entry[]>> {
  if (changes.length === 0) return success([]);
  try {
    return success(await store.append(changes));
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'conflict') return failure(error.code, error.message);
    throw error;
  }
}
