import type { ApiResult, Api } from './client.js';

/** Times in ms since 1970, both inclusive. */
export type TimeRange = {
  readonly from: number;
  readonly to: number;
  /** the range ends now and includes new records as they arrive */
  readonly isOpenEnded?: true;
};

/** Records of a range in order of time. */
export type RangeRecords<T> = {
  readonly records: readonly T[];
  /** there are more than the page can show */
  readonly isTruncated: boolean;
};

/** `leftOut`: fixes that do not count, which are not shown on a map */
type ReadRange<T> = RangeRecords<T> & { readonly leftOut: readonly T[] };

/** Maximum number of pages: a range is for viewing, an export for complete data. */
const MAX_PAGES = 5;

/** Locations or alerts of a device, page by page. */
export async function readRange<T>(
  api: Pick<Api, 'send'>,
  {
    deviceId,
    kind,
    range,
  }: { readonly deviceId: string; readonly kind: 'locations' | 'alerts'; readonly range: TimeRange },
): Promise<ApiResult<ReadRange<T>>> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const body = { ...toIsoRange(range), ...(cursor === undefined ? {} : { cursor }) };
    const path = `/api/devices/${encodeURIComponent(deviceId)}/${kind}`;
    const result: ApiResult<Partial<Record<typeof kind, T[]>> & { next?: string }> = await api.send('POST', path, body);
    if (!result.ok) return result;
    all.push(...(result.value[kind] ?? []));
    cursor = result.value.next;
    if (cursor === undefined) break;
  }
  const [records, leftOut] = [all.filter(counts), all.filter((record) => !counts(record))];
  return { ok: true, value: { records, leftOut, isTruncated: cursor !== undefined } };
}

const counts = (record: unknown): boolean => !(typeof record === 'object' && record !== null && 'unfit' in record);

export const toIsoRange = ({
  from,
  to,
}: Pick<TimeRange, 'from' | 'to'>): { readonly from: string; readonly to: string } => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
