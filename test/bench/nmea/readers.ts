import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { freePort } from '../../support/gateway/free-port.js';
import { end, forkMeasured, nextMessage, spawnMeasured } from '../measure/cores.js';
import { startMeasuredGateway } from '../measure/gateway.js';
import type { Fed } from './feeder.js';

/** A program that reads a receiver on the measured core. */
export type Reader = {
  readonly pid: number;
  /** whether anything has arrived: it may discard what comes while it opens the port */
  readonly isReading: () => Promise<boolean>;
  /** Resolves when it has handled everything that was fed, or nothing more for a while. */
  readonly finish: (fed: Fed) => Promise<Finished>;
  readonly stop: () => Promise<unknown>;
};
type Finished = {
  /** when it had handled the last line, by `performance.now()` */
  readonly at: number;
  /** since its start */
  readonly lines: number;
};
export type ReaderName = keyof typeof readers;

type Options = { readonly folder: string; readonly link: string };

const RECEIVER = 'receiver';
const PATIENCE_MS = 60_000;
const MAX_LOOK_MS = 5;
/** A reader that has handled nothing new for this time will not handle the rest either. */
const QUIET_MS = 2_000;

/** Waits until a count has reached `all`, or does not grow any more. */
async function waitForCount(count: () => number | Promise<number>, all: number): Promise<Finished> {
  let last = { at: performance.now(), lines: await count() };
  const isOver = async (): Promise<boolean> => {
    const lines = await count();
    if (lines > last.lines) last = { at: performance.now(), lines };
    return lines >= all || performance.now() - last.at > QUIET_MS;
  };
  await eventually('all lines are read', isOver, { withinMs: PATIENCE_MS, maxPauseMs: MAX_LOOK_MS });
  return last;
}

/** The gateway: has all when the last fix is stored durably. `prepare`: what it does before anything is fed. */
export async function startGateway(
  { folder, link }: Options,
  prepare: (client: Client) => Promise<void> = () => Promise.resolve(),
): Promise<Reader> {
  const ports = [{ path: link, protocol: 'nmea0183', deviceId: RECEIVER }];
  const { url, pid, client, stop } = await startMeasuredGateway({
    folder,
    config: { serial: { ports } },
    devices: [RECEIVER],
  });
  await prepare(client);
  const entries = async (): Promise<number> => {
    const { body } = await client.call('GET', '/api/health');
    return (body.store as { entries: number }).entries;
  };
  const before = await entries();
  const headers = { Authorization: `Bearer ${client.token}` };
  const lastStored = async (): Promise<string | undefined> => {
    const answer = await fetch(`${url}/api/devices/${RECEIVER}/lastLocation`, { headers });
    return ((await answer.json()) as { lastLocation: { dateTime: string } | null }).lastLocation?.dateTime;
  };
  return {
    pid,
    stop,
    isReading: async () => (await lastStored()) !== undefined,
    async finish({ fixes, lines, lastTime }) {
      await eventually('the last fix is stored', async () => (await lastStored()) === lastTime, {
        withinMs: PATIENCE_MS,
        maxPauseMs: MAX_LOOK_MS,
      });
      const at = performance.now();
      const stored = (await entries()) - before;
      if (stored < fixes) throw new Error(`the gateway stored ${stored} of ${fixes} fixes`);
      return { at, lines };
    },
  };
}

const DOLLAR = 36;

/** gpsd with one client that watches the sentences: has all when the client has. */
async function startGpsd({ link }: Options): Promise<Reader> {
  const port = await freePort();
  // It gives up root, and opens the device as another user.
  const device = realpathSync(link);
  chmodSync(device, 0o666);
  const gpsd = spawnMeasured('gpsd', ['-N', '-n', '-b', '-S', String(port), device]);
  let socket: Socket | undefined;
  await eventually('gpsd listens', () => {
    socket = connect(port, '127.0.0.1');
    return once(socket, 'connect').then(
      () => true,
      () => false,
    );
  });
  let lines = 0;
  socket?.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(DOLLAR); at >= 0; at = chunk.indexOf(DOLLAR, at + 1)) lines += 1;
  });
  socket?.write('?WATCH={"enable":true,"nmea":true};\n');
  return {
    pid: gpsd.pid ?? 0,
    isReading: () => Promise.resolve(lines > 0),
    finish: (fed) => waitForCount(() => lines, fed.lines),
    async stop() {
      socket?.destroy();
      await end(gpsd);
    },
  };
}

/** A process that counts lines, and does nothing else. */
async function startBare({ link }: Options): Promise<Reader> {
  const reader = await forkMeasured('dist/test/bench/nmea/bare-reader.js', [link]);
  const lines = (): Promise<number> => {
    reader.send('lines');
    return nextMessage<number>(reader);
  };
  return {
    pid: reader.pid ?? 0,
    isReading: async () => (await lines()) > 0,
    finish: (fed) => waitForCount(lines, fed.lines),
    async stop() {
      reader.disconnect();
      await once(reader, 'exit');
    },
  };
}

export const hasGpsd = spawnSync('gpsd', ['-V']).error === undefined;

export const readers = {
  'bare reader': startBare,
  gpsd: startGpsd,
  gateway: (options) => startGateway(options),
} satisfies Record<string, (options: Options) => Promise<Reader>>;
