import type { Answer, Api } from './client.js';

/** Instants in ms since 1970, both within. */
export type Range = {
  readonly from: number;
  readonly to: number;
  /** it was chosen to go up to now: what comes later belongs to it as well */
  readonly goesOn?: true;
};

/** Records of a range, in order of time; `cut`: there are more than the page can show. */
export type Records<T> = { readonly records: readonly T[]; readonly cut: boolean };

/** At most so many pages: a range is for looking at, an export for having all. */
const MOST_PAGES = 5;

/** Locations or alerts of a device, page by page. */
export async function readRange<T>(
  api: Pick<Api, 'send'>,
  {
    deviceId,
    kind,
    range,
  }: { readonly deviceId: string; readonly kind: 'locations' | 'alerts'; readonly range: Range },
): Promise<Answer<Records<T>>> {
  const records: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const body = { ...asInstants(range), ...(cursor === undefined ? {} : { cursor }) };
    const path = `/api/devices/${encodeURIComponent(deviceId)}/${kind}`;
    const answer: Answer<Partial<Record<typeof kind, T[]>> & { next?: string }> = await api.send('POST', path, body);
    if (!answer.ok) return answer;
    records.push(...(answer.value[kind] ?? []));
    cursor = answer.value.next;
    if (cursor === undefined) break;
  }
  return { ok: true, value: { records, cut: cursor !== undefined } };
}

export const asInstants = ({
  from,
  to,
}: Pick<Range, 'from' | 'to'>): { readonly from: string; readonly to: string } => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
