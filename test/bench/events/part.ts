import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../support/gateway/eventually.js';
import { startMeasuredGateway } from '../measure/gateway.js';
import type { Part, Report } from '../measure/part.js';
import { cpuSeconds } from '../measure/process.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, quantile } from '../measure/statistics.js';
import { postSteadily } from './poster.js';
import { subscribe } from './subscribers.js';

/**
 * The event stream: locations posted at a steady rate, and the delay from their acknowledgement to the event of each
 * subscriber. An event that comes before the acknowledgement has no delay.
 */

const SUBSCRIBERS = 50;
const PER_SECOND = 500;
/** of a fix: far from all others */
const DAY_MS = 86_400_000;
const SETTLE_MS = 500;
const PATIENCE_MS = 20_000;

type Round = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** % of a core */
  readonly gatewayCpu: number;
  readonly benchCpu: number;
};

/** Times of acknowledgements and events; a location is identified by its own time. */
function createDelays() {
  const acknowledged = new Map<number, number>();
  /** events before their acknowledgement */
  let early = 0;
  const delays: number[] = [];
  return {
    onAcknowledged: (time: number): void => void acknowledged.set(time, performance.now()),
    onLocation(time: number) {
      const at = acknowledged.get(time);
      if (at === undefined) early += 1;
      else delays.push(performance.now() - at);
    },
    received: () => early + delays.length,
    /** Every event without a delay counts as 0 ms. */
    all: () => [...delays, ...Array.from({ length: early }, () => 0)],
  };
}

const measure = ({ seconds, warmUpSeconds }: Settings): Promise<Round> =>
  withFolder(async (folder) => {
    const { url, pid, client, stop } = await startMeasuredGateway({ folder });
    let delays = createDelays();
    const close = await subscribe({
      url,
      token: client.token,
      count: SUBSCRIBERS,
      onLocation: (time) => {
        delays.onLocation(time);
      },
    });
    const post = async (forSeconds: number, begin: number): Promise<void> => {
      delays = createDelays();
      const { onAcknowledged } = delays;
      const options = { url, token: client.token, perSecond: PER_SECOND, seconds: forSeconds };
      const posted = await postSteadily({ ...options, begin, onAcknowledged });
      await eventually('all events arrive', () => delays.received() >= posted * SUBSCRIBERS, { withinMs: PATIENCE_MS });
    };
    try {
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      await delay(SETTLE_MS);
      await post(warmUpSeconds, today - 2 * DAY_MS);
      const before = { at: performance.now(), gateway: cpuSeconds(pid), bench: cpuSeconds(process.pid) };
      await post(seconds, today - DAY_MS);
      const share = (cpu: number): number => (1e5 * cpu) / (performance.now() - before.at);
      return {
        p50Ms: quantile(delays.all(), 0.5),
        p99Ms: quantile(delays.all(), 0.99),
        gatewayCpu: share(cpuSeconds(pid) - before.gateway),
        benchCpu: share(cpuSeconds(process.pid) - before.bench),
      };
    } finally {
      close();
      await stop();
    }
  });

async function run(settings: Settings): Promise<Report> {
  const rounds: Round[] = [];
  for (let round = 0; round < settings.rounds; round += 1) rounds.push(await measure(settings));
  const of = (key: keyof Round): number => median(rounds.map((round) => round[key]));
  const load = `${SUBSCRIBERS} subscribers, ${PER_SECOND} records/s`;
  return {
    figures: [
      { figure: `acknowledgement to event, p99, ${load}`, measured: of('p99Ms'), unit: 'ms', goal: { atMost: 50 } },
      { figure: 'acknowledgement to event, p50', measured: of('p50Ms'), unit: 'ms' },
      { figure: 'CPU of the gateway', measured: of('gatewayCpu'), unit: '% of a core' },
      { figure: 'CPU of the bench', measured: of('benchCpu'), unit: '% of the other core' },
    ],
  };
}

export const eventsPart: Part = { name: 'events', title: 'Event stream', run };
