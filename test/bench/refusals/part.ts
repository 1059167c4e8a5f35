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

type Refused = Exclude<Kind, 'stored' | 'stored alone'>;

/** Each refusal, and what it is compared with: a connection for each request costs too. */
const REFUSED: Readonly<Record<Refused, { readonly title: string; readonly against: Kind }>> = {
  schema: { title: 'of another shape', against: 'stored' },
  scope: { title: 'for a device out of scope', against: 'stored' },
  token: { title: 'with a token of another gateway', against: 'stored' },
  size: { title: 'of more than the limit of 1 MiB', against: 'stored alone' },
};
const KINDS = ['stored', 'schema', 'scope', 'token', 'stored alone', 'size'] as const;
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

async function measure(gateway: MeasuredGateway, { requests, status }: Posts, seconds: number): Promise<Round> {
  const { url, pid } = gateway;
  const before = await countPosts(gateway);
  const [cpu, begun] = [cpuSeconds(pid), performance.now()];
  await drive({ url, requests, seconds });
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
      const measured = new Map<Kind, Round[]>(KINDS.map((kind) => [kind, []]));
      for (const kind of warmUpSeconds > 0 ? KINDS : []) await measure(gateway, posts[kind], warmUpSeconds);
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed())
          measured.get(kind)?.push(await measure(gateway, posts[kind], seconds));
      }
      const of = (kind: Kind, key: keyof Round): number[] => (measured.get(kind) ?? []).map((round) => round[key]);
      const figures = Object.entries(REFUSED).map(([kind, { title, against }]): Figure => ({
        figure: `refused post ${title}`,
        measured: median(of(kind as Refused, 'cpuUs')),
        unit: 'µs CPU',
        against: { name: against, value: median(of(against, 'cpuUs')) },
        ratio: medianRatio(of(kind as Refused, 'cpuUs'), of(against, 'cpuUs')),
        goal: { atMost: 1.2 },
      }));
      const rows = KINDS.map((kind) => [
        kind,
        digits(median(of(kind, 'perSecond'))),
        digits(median(of(kind, 'cpuUs'))),
      ]);
      return { figures, details: [markdownTable(['post', 'requests/s', 'µs CPU'], rows)] };
    } finally {
      await gateway.stop();
    }
  });
}

export const refusalsPart: Part = { name: 'refusals', title: 'Refusals', run };
