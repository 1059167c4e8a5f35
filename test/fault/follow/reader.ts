import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startSums, type ReaderSums } from './sums.js';

/**
 * Follows the records of a gateway for ever, as a third party would: the sums and the position are in one file, which is
 * replaced after each page. Arguments: URL, token, file.
 */

type Page = {
  readonly records: readonly {
    readonly n: number;
    readonly deviceId: string;
    readonly location: { dateTime: string };
  }[];
  readonly next: string;
  readonly gap?: object;
};

const IDLE_MS = 20;
const [url = '', token = '', file = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };

let sums: ReaderSums = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReaderSums) : startSums();

for (;;) {
  const response = await fetch(`${url}/api/records?kinds=location&limit=1000&after=${sums.after}`, { headers });
  const page = (await response.json()) as Page;
  if (response.status !== 200) throw new Error(JSON.stringify(page));
  sums = add(sums, page);
  writeFileSync(`${file}.next`, JSON.stringify(sums));
  renameSync(`${file}.next`, file);
  if (page.records.length === 0) await delay(IDLE_MS);
}

function add(before: ReaderSums, { records, next, gap }: Page): ReaderSums {
  const problems = [...before.problems];
  if (gap !== undefined) problems.push(`gap ${JSON.stringify(gap)}`);
  const devices = { ...before.devices };
  let { lastNumber } = before;
  for (const { n, deviceId, location } of records) {
    if (n <= lastNumber) problems.push(`entry ${n} after ${lastNumber}`);
    lastNumber = n;
    const second = Date.parse(location.dateTime) / 1_000;
    const { count, sum, last } = devices[deviceId] ?? { count: 0, sum: 0, last: 0 };
    if (second <= last) problems.push(`${deviceId}: second ${second} after ${last}`);
    devices[deviceId] = { count: count + 1, sum: sum + second, last: second };
  }
  return { after: next, lastNumber, pages: before.pages + 1, devices, problems: problems.slice(0, 10) };
}
