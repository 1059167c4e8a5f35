import { useSignal } from '@preact/signals';
import type { ApiResult } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { readChanges, type ChangesPage } from './read-changes.js';

export type ChangeLog = {
  readonly result: ApiResult<ChangesPage> | undefined;
  readonly busy: boolean;
  readonly reload: () => void;
  /** reads older changes */
  readonly more: () => void;
};

/** The changes of a query, newest first. */
export function useChanges(query: string): ChangeLog {
  const { api } = useApp();
  /** how far the viewer asked to go back, with the changes up to there */
  const older = useSignal<{ readonly query: string; readonly from: ChangesPage } | undefined>(undefined);
  const from = older.value?.query === query ? older.value.from : undefined;
  const { result, busy, reload } = useFetch(async () => {
    const read = await readChanges(api, query, from?.next);
    if (!read.ok || from === undefined) return read;
    return { ok: true, value: { ...read.value, changes: [...from.changes, ...read.value.changes] } } as const;
  }, [query, from]);
  const found = result.value;
  return {
    result: found,
    busy: busy.value,
    reload,
    more() {
      if (found?.ok === true && found.value.next !== undefined) older.value = { query, from: found.value };
    },
  };
}
