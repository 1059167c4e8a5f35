import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import { signIn } from '../../support/api/client.js';
import { freePort } from '../../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { createMosquitto } from '../../support/uplinks/mosquitto.js';
import { subscribe } from '../../support/uplinks/mqtt-subscriber.js';
import { openStreamReader } from '../../support/uplinks/nats-stream.js';
import { startNatsServer } from '../../support/uplinks/nats-server.js';
import { eachRecord } from './records.js';

/** One record as the far side has it. */
export type Arrived = {
  readonly id: string;
  readonly deviceId: string;
  readonly kind: UplinkRecord['kind'];
  /** of a location or an alert; otherwise empty */
  readonly dateTime: string;
};

const arrivedOf = (id: string, record: UplinkRecord): Arrived => {
  const { deviceId, kind } = record;
  const dateTime =
    record.kind === 'location' ? record.location.dateTime : record.kind === 'alert' ? record.alert.dateTime : '';
  return { id, deviceId, kind, dateTime };
};

type FarSide = {
  readonly port: number;
  /** `kill -9`, and a new start on the same port */
  readonly killAndStart: () => Promise<void>;
  /** everything that arrived, in order */
  readonly arrived: () => Promise<readonly Arrived[]>;
  readonly end: () => Promise<void>;
};

export type FarSideType = {
  readonly type: 'rest' | 'mqtt' | 'nats';
  /** settings of the uplink to a far side at this port of 127.0.0.1 */
  readonly settings: (port: number) => object;
  readonly start: (folder: string, devices: readonly string[]) => Promise<FarSide>;
  /** all locations of a device arrive in order; otherwise its newest one may arrive ahead of older ones */
  readonly keepsOrder: boolean;
  /** each record once */
  readonly isExactlyOnce: boolean;
  /** a far side that is killed has all that it acknowledged */
  readonly isDurable: boolean;
};

async function startCenter(folder: string, devices: readonly string[]): Promise<FarSide> {
  const port = await freePort();
  const start = (): Promise<Gateway> =>
    startGateway({ folder, arguments: ['--port', String(port)], config: { licenses: { total: 1_000 } } });
  let gateway = await start();
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  for (const id of devices) await client.call('POST', '/api/devices', { id });
  return {
    port,
    async killAndStart() {
      await gateway.end('SIGKILL');
      gateway = await start();
    },
    async arrived() {
      const arrived: Arrived[] = [];
      await eachRecord(await signIn(gateway.url, { apiKey: TEST_KEY }), (record) => {
        if (record.source !== undefined) arrived.push(arrivedOf(record.source.id, record));
      });
      return arrived;
    },
    async end() {
      await gateway.end('SIGKILL');
    },
  };
}

async function startBroker(): Promise<FarSide> {
  const broker = await createMosquitto({
    lines: ['persistence true', 'autosave_interval 1', 'max_queued_messages 0'],
  });
  await broker.start();
  // Its session outlives the broker.
  const subscriber = await subscribe(broker.url, ['waypost/+/device/+/location', 'waypost/+/device/+/alert'], {
    ...{ clean: false, clientId: 'oracle', properties: { sessionExpiryInterval: 3_600 } },
  });
  return {
    port: broker.port,
    async killAndStart() {
      await broker.kill();
      await broker.start();
    },
    arrived: () =>
      Promise.resolve(subscriber.received.map(({ id = '', text }) => arrivedOf(id, JSON.parse(text) as UplinkRecord))),
    async end() {
      await subscriber.end();
      await broker.remove();
    },
  };
}

async function startStream(folder: string): Promise<FarSide> {
  const store = join(folder, 'nats');
  mkdirSync(store, { recursive: true });
  const server = await startNatsServer({ folder: store });
  return {
    port: server.port,
    async killAndStart() {
      await server.kill();
      await server.start();
    },
    async arrived() {
      const reader = await openStreamReader(server.url);
      const all = await reader.all();
      await reader.close();
      return all.map(({ id, record }) => arrivedOf(id, record));
    },
    end: () => server.kill(),
  };
}

export const FAR_SIDES: readonly FarSideType[] = [
  {
    type: 'rest',
    settings: (port) => ({ type: 'rest', url: `http://127.0.0.1:${port}`, userName: 'admin', apiKey: TEST_KEY }),
    start: startCenter,
    keepsOrder: false,
    isExactlyOnce: true,
    isDurable: true,
  },
  {
    type: 'mqtt',
    settings: (port) => ({ type: 'mqtt', url: `mqtt://127.0.0.1:${port}` }),
    start: startBroker,
    keepsOrder: true,
    isExactlyOnce: false,
    // mosquitto acknowledges before it has written.
    isDurable: false,
  },
  {
    type: 'nats',
    settings: (port) => ({ type: 'nats', url: `nats://127.0.0.1:${port}` }),
    start: startStream,
    keepsOrder: true,
    isExactlyOnce: true,
    isDurable: true,
  },
];
