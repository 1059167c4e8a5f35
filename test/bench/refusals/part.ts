import { digits, markdownTable, type Figure } from '../measure/figure.js';
import { startMeasuredGateway, type MeasuredGateway } from '../measure/gateway.js';
import { drive } from '../measure/drive.js';
import type { Part, Report } from '../measure/part.js';
import { cpuSeconds } from '../measure/process.js';
import { settle } from '../measure/served.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import { postsOf, type Kind, type Posts } from './requests.js';

/**
 * Processor time of a refused post next to a stored one. The gateway's own metrics count the requests: a client whose body is
 * too large may not see the response, because its connection is closed.
 */

type Refused = 'schema' | 'scope' | 'token' | 'size';
/** Of a body that is too large the load sends few a second, and any request takes more processor time at such a pace. */
const PACED = 'stored alone, as rarely';
type Load = Kind | typeof PACED;

/** Each refusal, and what it is compared with: a connection for each request costs too. */
const REFUSED: Readonly<Record<Refused, { readonly title: string; readonly against: Load }>> = {
  schema: { title: 'of another shape', against: 'stored' },
  scope: { title: 'for a device out of scope', against: 'stored' },
  token: { title: 'with a token of another gateway', against: 'stored' },
  size: { title: 'of more than the limit of 1 MiB', against: PACED },
};
const LOADS: readonly Load[] = ['stored', 'schema', 'scope', 'token', 'stored alone', 'size', PACED];
const COUNTED = /^waypost_http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm;

/** Share of posts that the end of the load interrupts */
const MAX_OTHERS = 0.02;

type Round = { readonly cpuUs: number; readonly perSecond: number };

/** Posts since the start of the gateway, by status. */
async function countPosts({ url, client }: MeasuredGateway): Promise<ReadonlyMap<number, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${client.token}` } });
  const counts = new Map<number, number>();
  for (const [, labels = '', count] of (await answer.text()).matchAll(COUNTED)) {
    const status = Number(/status="(\d+)"/.exec(labels)?.[1]);
    if (labels.includes('method="POST"')) counts.set(status, (counts.get(status) ?? 0) + Number(count));
  }
  return counts;
}

type LoadOptions = { readonly seconds: number; readonly pace?: number | undefined };

async function measure(
  gateway: MeasuredGateway,
  { requests, status }: Posts,
  { seconds, pace }: LoadOptions,
): Promise<Round> {
  const { url, pid } = gateway;
  const before = await countPosts(gateway);
  const [cpu, begun] = [cpuSeconds(pid), performance.now()];
  await drive({ url, requests, seconds, ...(pace !== undefined && { pace }) });
  const drivenSeconds = (performance.now() - begun) / 1000;
  // Requests in progress at the end of the load count too.
  await settle(pid);
  const took = cpuSeconds(pid) - cpu;
  const after = await countPosts(gateway);
  const grown = (code: number): number => (after.get(code) ?? 0) - (before.get(code) ?? 0);
  const count = grown(status);
  const other = [...after.keys()].find((code) => code !== status && grown(code) > MAX_OTHERS * count);
  if (other !== undefined) throw new Error(`${grown(other)} posts are answered with ${other} instead of ${status}`);
  return { cpuUs: (1e6 * took) / count, perSecond: count / drivenSeconds };
}

async function run({ rounds, seconds, warmUpSeconds }: Settings): Promise<Report> {
  return withFolder(async (folder) => {
    const gateway = await startMeasuredGateway({ folder });
    try {
      const posts = await postsOf(gateway.url, gateway.client);
      const measured = new Map<Load, Round[]>(LOADS.map((load) => [load, []]));
      const measureOne = async (load: Load, loadSeconds: number): Promise<Round> => {
        if (load !== PACED) return measure(gateway, posts[load], { seconds: loadSeconds });
        const pace = measured.get('size')?.at(-1)?.perSecond;
        return measure(gateway, posts['stored alone'], { seconds: loadSeconds, pace });
      };
      for (const load of warmUpSeconds > 0 ? LOADS : []) await measureOne(load, warmUpSeconds);
      for (let round = 0; round < rounds; round += 1) {
        for (const load of round % 2 === 0 ? LOADS : LOADS.toReversed())
          measured.get(load)?.push(await measureOne(load, seconds));
      }
      const of = (load: Load, key: keyof Round): number[] => (measured.get(load) ?? []).map((round) => round[key]);
      const figures = Object.entries(REFUSED).map(([kind, { title, against }]): Figure => ({
        figure: `refused post ${title}`,
        measured: median(of(kind as Refused, 'cpuUs')),
        unit: 'µs CPU',
        against: { name: against, value: median(of(against, 'cpuUs')) },
        ratio: medianRatio(of(kind as Refused, 'cpuUs'), of(against, 'cpuUs')),
        goal: { atMost: 1.2 },
      }));
      const rows = LOADS.map((load) => [
        load,
        digits(median(of(load, 'perSecond'))),
        digits(median(of(load, 'cpuUs'))),
      ]);
      return { figures, details: [markdownTable(['post', 'requests/s', 'µs CPU'], rows)] };
    } finally {
      await gateway.stop();
    }
  });
}

export const refusalsPart: Part = { name: 'refusals', title: 'Refusals', run };
