import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompressedClock } from './compressed-clock.js';
import type { SoakedGateway } from './gateway.js';
import { alarmedIds, fixOf, posterOf, timeOf, type Plan } from './plan.js';
import type { Tally } from './tally.js';

/** The devices that post over HTTP: a fix each minute, spread over the minute, and alerts of some. */

type FleetOptions = {
  readonly plan: Plan;
  readonly clock: CompressedClock;
  readonly gateway: Pick<SoakedGateway, 'url' | 'token' | 'signIn'>;
  readonly acknowledged: Tally;
};

export type Fleet = {
  /** All devices report their n-th fix. Resolves when all are acknowledged. */
  readonly minute: (n: number) => Promise<void>;
  /** ms of each accepted request since the last call */
  readonly takeDelays: () => readonly number[];
  /** requests that were not accepted and sent again, by reason */
  readonly refusals: ReadonlyMap<string, number>;
  readonly close: () => void;
};

const CONNECTIONS = 64;
const RETRY_MS = 10;
const PATIENCE_MS = 60_000;
/** The last device of a minute posts this part of it after its start, so that the next minute begins in time. */
const SPREAD = 0.9;
export const ALARM = 'SOSButton';

export function createFleet({ plan, clock, gateway, acknowledged }: FleetOptions): Fleet {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const refusals = new Map<string, number>();
  let delays: number[] = [];

  const send = (path: string, body: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${gateway.token()}`, 'Content-Type': 'application/json' };
      const sent = request(`${gateway.url}${path}`, { method: 'POST', agent, headers }, (answer) => {
        answer.on('error', reject);
        answer.resume().on('end', () => {
          resolve(answer.statusCode ?? 0);
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });

  /** Sends it until it is accepted, as a tracker does. */
  async function post(path: string, body: object): Promise<void> {
    const begun = performance.now();
    for (;;) {
      const sentAt = performance.now();
      const outcome = await send(path, body).catch(
        (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'error',
      );
      if (outcome === 201) {
        delays.push(performance.now() - sentAt);
        return;
      }
      refusals.set(String(outcome), (refusals.get(String(outcome)) ?? 0) + 1);
      if (performance.now() - begun > PATIENCE_MS)
        throw new Error(`${path}: not accepted within ${PATIENCE_MS / 1000} s, at last ${String(outcome)}`);
      await delay(RETRY_MS);
      // Posts that are very late outlive the token of their hour.
      if (outcome === 401) await gateway.signIn().catch(() => undefined);
    }
  }

  const alarmed = alarmedIds(plan).length;
  async function report(n: number, i: number): Promise<void> {
    const id = posterOf(i);
    await post(`/api/devices/${id}/locations`, fixOf(plan, i, n));
    acknowledged.addIndex(id, n);
    if (i >= alarmed || !plan.alarms.some(({ minute }) => minute === n)) return;
    const dateTime = new Date(timeOf('poster', i, n)).toISOString();
    await post(`/api/devices/${id}/alerts`, { dateTime, alertName: ALARM });
  }

  return {
    async minute(n) {
      let next = 0;
      async function work(): Promise<void> {
        while (next < plan.posters) {
          const i = next++;
          await clock.until(n + (SPREAD * i) / plan.posters);
          await report(n, i);
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
    },
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken;
    },
    refusals,
    close: () => {
      agent.destroy();
    },
  };
}
