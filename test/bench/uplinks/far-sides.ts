import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../../support/api/client.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { createMosquitto } from '../../support/uplinks/mosquitto.js';
import { subscribe } from '../../support/uplinks/mqtt-subscriber.js';
import { startNatsServer } from '../../support/uplinks/nats-server.js';
import { openStreamReader } from '../../support/uplinks/nats-stream.js';
import { deviceIds } from './behind.js';

/** Real far sides, on the core of the load. */

export type FarSide = {
  /** of the uplink to it */
  readonly settings: object;
  /** how many alerts have arrived */
  readonly alerts: () => number | Promise<number>;
  readonly end: () => Promise<unknown>;
};

export type FarSideType = {
  readonly type: 'rest' | 'mqtt' | 'nats';
  readonly title: string;
  /** the Debian package of its program, if that is missing */
  readonly missing?: string;
  readonly start: (folder: string) => Promise<FarSide>;
};

const DAY_MS = 86_400_000;

async function startCenter(folder: string): Promise<FarSide> {
  mkdirSync(folder, { recursive: true });
  const config = { log: { level: 'error' }, licenses: { total: 1_000 } };
  const gateway = await startGateway({ folder, config });
  const center = await signIn(gateway.url, { apiKey: TEST_KEY });
  for (const id of deviceIds) await center.call('POST', '/api/devices', { id });
  const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString());
  return {
    settings: { type: 'rest', url: gateway.url, userName: 'admin', apiKey: TEST_KEY },
    async alerts() {
      const { body } = await center.call('GET', `/api/alerts?from=${from ?? ''}&to=${to ?? ''}`);
      return (body.alerts as readonly unknown[]).length;
    },
    end: () => gateway.end('SIGTERM'),
  };
}

async function startBroker(): Promise<FarSide> {
  // A line of its log for each message would take more of its core than the message.
  const broker = await createMosquitto({ lines: ['log_type none', 'log_type information'] });
  await broker.start();
  const subscriber = await subscribe(broker.url, 'waypost/+/device/+/alert');
  return {
    settings: { type: 'mqtt', url: broker.url },
    alerts: () => subscriber.received.length,
    async end() {
      await subscriber.end();
      await broker.remove();
    },
  };
}

async function startStream(folder: string): Promise<FarSide> {
  mkdirSync(folder, { recursive: true });
  const jetstream = { store_dir: join(folder, 'store'), max_mem: 64_000_000, max_file: 20_000_000_000 };
  const server = await startNatsServer({ folder, config: { jetstream } });
  const { nc, close } = await openStreamReader(server.url);
  let alerts = 0;
  // The server passes on what a subscriber asks for, also if a stream stores it.
  nc.subscribe('waypost.*.alert.>', { callback: () => void (alerts += 1) });
  await nc.flush();
  return {
    settings: { type: 'nats', url: server.url },
    alerts: () => alerts,
    async end() {
      await close();
      await server.kill();
    },
  };
}

/** The package unless its program, which Debian installs for the administrator, is there. */
const needs = (program: string): { readonly missing?: string } =>
  spawnSync(`/usr/sbin/${program}`, ['--help']).error === undefined ? {} : { missing: program };

export const FAR_SIDES: readonly FarSideType[] = [
  { type: 'rest', title: 'a gateway', start: startCenter },
  { type: 'mqtt', title: 'mosquitto', start: startBroker, ...needs('mosquitto') },
  { type: 'nats', title: 'nats-server', start: startStream, ...needs('nats-server') },
];
