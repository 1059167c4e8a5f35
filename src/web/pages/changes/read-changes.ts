import type { ChangeView } from '../../../schema/changes/change.js';
import type { Api, ApiResult } from '../../api/client.js';
import { toIsoRange, type TimeRange } from '../../api/time-range.js';

/** An empty text means any. */
export type ChangeFilter = { readonly kind: string; readonly by: string; readonly subject: string };

export type ChangesPage = {
  readonly changes: readonly ChangeView[];
  /** when the oldest entry of the log was written; null: not known */
  readonly since: string | null;
  /** of older changes; undefined: there are none in the range */
  readonly next?: string | undefined;
};

/** Changes that are shown at once. */
export const ROWS = 100;
/** A page may be empty and have a next one: after this many, the viewer chooses whether to go on. */
const MAX_CALLS = 20;

/** The query of the first page. The end of an open range stays open. */
export function queryOfChanges({ kind, by, subject }: ChangeFilter, range: TimeRange): string {
  const { from, to } = toIsoRange(range);
  const chosen = Object.entries({ kind, by, subject }).filter(([, value]) => value !== '');
  return new URLSearchParams({
    from,
    ...(range.isOpenEnded !== true && { to }),
    ...Object.fromEntries(chosen),
  }).toString();
}

/** Reads until there are enough changes, from the cursor on. */
export async function readChanges(
  api: Pick<Api, 'get'>,
  query: string,
  cursor: string | undefined,
): Promise<ApiResult<ChangesPage>> {
  const changes: ChangeView[] = [];
  let next = cursor;
  let since: string | null = null;
  for (let calls = 0; calls < MAX_CALLS && changes.length < ROWS; calls += 1) {
    const params = new URLSearchParams(query);
    params.set('limit', String(ROWS - changes.length));
    if (next !== undefined) params.set('cursor', next);
    const result = await api.get<ChangesPage>(`/api/changes?${params.toString()}`);
    if (!result.ok) return result;
    changes.push(...result.value.changes);
    ({ next, since } = result.value);
    if (next === undefined) break;
  }
  return { ok: true, value: { changes, since, next } };
}
