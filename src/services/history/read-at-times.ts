import type { Result } from '../../errors.js';
import type { HistoryPage } from '../../store/history/history.js';

const MAX_RECORDS = 10_000;

type TimeQuery = { readonly from: number; readonly to: number; readonly limit: number };

/** What is stored at the times of these records, each time read once. */
export async function readAtTimes<T>(
  records: readonly { readonly dateTime: string }[],
  read: (query: TimeQuery) => Promise<Result<HistoryPage<T>>>,
): Promise<T[]> {
  const stored: T[] = [];
  for (const ms of new Set(records.map(({ dateTime }) => Date.parse(dateTime)))) {
    const page = await read({ from: ms, to: ms, limit: MAX_RECORDS });
    if (page.ok) stored.push(...page.value.records);
  }
  return stored;
}
