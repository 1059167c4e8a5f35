import type { Result } from '../../errors.js';
import type { HistoryPage } from '../../store/history/history.js';

const MAX_RECORDS = 10_000;

type TimeQuery = { readonly from: number; readonly to: number; readonly limit: number; readonly cursor?: string };

/** What is stored at the times of these records, each time read once. */
export async function readAtTimes<T>(
  records: readonly { readonly dateTime: string }[],
  read: (query: TimeQuery) => Promise<Result<HistoryPage<T>>>,
): Promise<T[]> {
  const stored: T[] = [];
  for (const ms of new Set(records.map(({ dateTime }) => Date.parse(dateTime)))) {
    let next: string | undefined;
    let room = MAX_RECORDS;
    do {
      const page = await read({ from: ms, to: ms, limit: room, ...(next !== undefined && { cursor: next }) });
      if (!page.ok) break;
      stored.push(...page.value.records);
      room -= page.value.records.length;
      ({ next } = page.value);
    } while (next !== undefined && room > 0);
  }
  return stored;
}
