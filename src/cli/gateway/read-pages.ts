import type { GatewayClient } from './gateway-client.js';

/** Records of one request of history. */
const MAX_PAGE = 10_000;

export type Pages<T> = {
  readonly records: readonly T[];
  /** cursor of the records after these; undefined: there are none */
  readonly next: string | undefined;
};

/** Reads at most `limit` records, page by page. `name`: their field in the response; `maxPage`: records of one request. */
export async function readPages<T>(
  gateway: Pick<GatewayClient, 'call'>,
  path: string,
  {
    name,
    query,
    limit,
    maxPage = MAX_PAGE,
  }: {
    readonly name: string;
    readonly query: Readonly<Record<string, string>>;
    readonly limit: number;
    readonly maxPage?: number;
  },
): Promise<Pages<T>> {
  const records: T[] = [];
  let next = query.cursor;
  do {
    const page = new URLSearchParams({
      ...query,
      limit: String(Math.min(maxPage, limit - records.length)),
      ...(next !== undefined && { cursor: next }),
    });
    const response = await gateway.call('GET', `${path}?${page.toString()}`);
    for (const record of response[name] as readonly T[]) records.push(record);
    next = response.next as string | undefined;
  } while (next !== undefined && records.length < limit);
  return { records, next };
}

/** Notes on stderr that there are more records than were asked for. */
export function noteMore({ records, next }: Pages<unknown>): void {
  if (next === undefined) return;
  process.stderr.write(`waypost: only ${records.length} records; for more, raise --limit or add --cursor ${next}\n`);
}
