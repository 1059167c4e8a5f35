import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { createClock } from '../../../src/time/clock.js';
import { historyOf, lastLocationOf, portAt, portsOf } from '../api/api-queries.js';
import { signIn, type Client } from '../api/client.js';
import { eventually } from '../gateway/eventually.js';
import { startGateway, TEST_KEY } from '../gateway/gateway.js';
import type { CaseOutcome, SentWrite } from './case-outcome.js';
import { renderWrite } from './render-write.js';
import type { SerialCase } from './serial-case.js';

const clock = createClock();
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** After the last write: longer than a protocol waits for the rest of an epoch. */
const END_MS = 3 * SECOND_MS;

/** Cases on pseudo-terminals of a gateway process, by the real clock. */
export type LiveGateway = {
  readonly run: (serialCase: SerialCase) => Promise<CaseOutcome>;
  readonly stop: () => Promise<void>;
};

export async function startLiveGateway(folder: string, cases: readonly SerialCase[]): Promise<LiveGateway> {
  const pathOf = ({ id }: SerialCase): string => join(folder, id);
  const lines = new Map(cases.map((one) => [one.id, openVirtualPort(pathOf(one))]));
  const ports = cases.map((one) => ({ ...one.configuration.port, path: pathOf(one) }));
  const config = { serial: { unknownDevices: 'register', ports } };
  const gateway = await startGateway({ folder, config, inheritsNothing: true });
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  const areOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
  await eventually('the ports are open', areOpen);
  return {
    async run(serialCase) {
      const line = lines.get(serialCase.id);
      if (line === undefined) throw new Error(`${serialCase.id} has no port`);
      return runLive(serialCase, { line, path: pathOf(serialCase), client });
    },
    async stop() {
      for (const line of lines.values()) line.close();
      await gateway.end('SIGTERM');
    },
  };
}

type LivePort = { readonly line: VirtualPort; readonly path: string; readonly client: Client };

async function runLive({ device, input }: SerialCase, { line, path, client }: LivePort): Promise<CaseOutcome> {
  const start = clock.now() - 10 * MINUTE_MS;
  const t = start - (start % MINUTE_MS);
  const writes: SentWrite[] = [];
  for (const { after = 0, repeat = 1, ...write } of input) {
    for (let count = 0; count < repeat; count += 1) {
      await delay(after * SECOND_MS);
      // The sentences of one burst state one time, also when a second passes in between.
      const at = after < 1 ? (writes.at(-1)?.at ?? clock.now()) : clock.now();
      const bytes = renderWrite(write, { t, now: at });
      writes.push({ at, text: bytes.toString('latin1') });
      await line.write(bytes);
    }
  }
  await delay(END_MS);
  const locations = await historyOf(client, device);
  const last = (await lastLocationOf(client, device)) ?? undefined;
  return {
    ...{ t, writes, replies: [], locations, alerts: [], last, samples: [], now: clock.now() },
    reason: (await portAt(client, path)).reason,
    locationsOf: (deviceId) => (deviceId === device ? locations : []),
  };
}
