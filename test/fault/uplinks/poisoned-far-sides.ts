import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import { signIn } from '../../support/api/client.js';
import { freePort } from '../../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { createMosquitto } from '../../support/uplinks/mosquitto.js';
import { subscribe } from '../../support/uplinks/mqtt-subscriber.js';
import { addStream, openStreamReader } from '../../support/uplinks/nats-stream.js';
import { startNatsServer } from '../../support/uplinks/nats-server.js';
import { eachRecord } from './records.js';

/** A far side that takes neither the records of one device nor records of more than `MAX_BYTES`. */
type PoisonedFarSide = {
  readonly settings: object;
  /** the ids of all records that arrived, in order */
  readonly arrived: () => Promise<readonly string[]>;
  /** Mends the cause of both. */
  readonly mend: () => Promise<void>;
  readonly end: () => Promise<void>;
};

type PoisonedFarSideOptions = {
  readonly folder: string;
  readonly devices: readonly string[];
  /** the one that is not taken */
  readonly unknown: string;
};

/** Of a record; usual ones have a tenth of it. */
const MAX_BYTES = 4_096;
const ADMIN = { user: 'admin', password: 'all' };
const DEPOT = { user: 'depot', password: 'some' };

/** A center without the device, whose requests are short. */
async function startCenter({ folder, devices, unknown }: PoisonedFarSideOptions): Promise<PoisonedFarSide> {
  const port = await freePort();
  const start = (http: object): Promise<Gateway> =>
    startGateway({ folder, arguments: ['--port', String(port)], config: { http, licenses: { total: 1_000 } } });
  let gateway = await start({ bodyLimit: MAX_BYTES });
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  for (const id of devices) if (id !== unknown) await client.call('POST', '/api/devices', { id });
  const { users } = (await client.call('GET', '/api/users')).body as unknown as { users: { id: string }[] };
  const depot = { name: 'depot', userId: users[0]?.id, unknownDevices: 'refuse' };
  await client.call('POST', '/api/depots', depot);
  return {
    settings: { type: 'rest', url: gateway.url, userName: 'admin', apiKey: TEST_KEY },
    async arrived() {
      const ids: string[] = [];
      await eachRecord(await signIn(gateway.url, { apiKey: TEST_KEY }), ({ source }) => {
        if (source !== undefined) ids.push(source.id);
      });
      return ids;
    },
    async mend() {
      await gateway.end('SIGTERM');
      gateway = await start({});
      await (await signIn(gateway.url, { apiKey: TEST_KEY })).call('POST', '/api/devices', { id: unknown });
    },
    async end() {
      await gateway.end('SIGKILL');
    },
  };
}

const DENY = (unknown: string): string => `user ${ADMIN.user}
topic readwrite #
user ${DEPOT.user}
topic deny waypost/+/device/${unknown}/location
topic readwrite #
`;
const LIMIT = `max_packet_size ${MAX_BYTES}`;

/** A broker whose access list denies the topic of the device, and with a maximum packet size. */
async function startBroker({ unknown }: PoisonedFarSideOptions): Promise<PoisonedFarSide> {
  const broker = await createMosquitto({
    lines: ['acl_file acl', 'persistence true', 'max_queued_messages 1000000', LIMIT],
    files: { acl: DENY(unknown) },
    users: { [ADMIN.user]: ADMIN.password, [DEPOT.user]: DEPOT.password },
  });
  await broker.start();
  const subscriber = await subscribe(broker.url, 'waypost/+/device/+/location', {
    ...{ clean: false, clientId: 'oracle', properties: { sessionExpiryInterval: 3_600 } },
    ...{ username: ADMIN.user, password: ADMIN.password },
  });
  const edit = (name: string, from: string, to: string): void => {
    const file = join(broker.folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  return {
    settings: { type: 'mqtt', url: broker.url, ...DEPOT },
    arrived: () => Promise.resolve(subscriber.received.map(({ text }) => (JSON.parse(text) as UplinkRecord).id)),
    async mend() {
      // It saves its sessions.
      await broker.kill('SIGTERM');
      edit('acl', 'topic deny', 'topic readwrite');
      edit('mosquitto.conf', LIMIT, '');
      await broker.start();
    },
    async end() {
      await subscriber.end();
      await broker.remove();
    },
  };
}

/** A stream with a maximum message size, and an account that may not publish to the subject of the device. */
async function startStream({ folder, unknown }: PoisonedFarSideOptions): Promise<PoisonedFarSide> {
  const denied = { publish: { deny: [`waypost.*.location.${unknown}`] } };
  const config = { authorization: { users: [ADMIN, { ...DEPOT, permissions: denied }] } };
  const server = await startNatsServer({ folder, config });
  const access = { user: ADMIN.user, pass: ADMIN.password };
  const reader = await openStreamReader(server.url, access);
  await addStream(reader.jsm, { maxMessageBytes: MAX_BYTES });
  await reader.close();
  return {
    settings: { type: 'nats', url: server.url, ...DEPOT },
    async arrived() {
      const opened = await openStreamReader(server.url, access);
      const all = await opened.all();
      await opened.close();
      return all.map(({ id }) => id);
    },
    async mend() {
      const file = join(folder, 'one.json');
      await server.kill();
      const changed = {
        ...(JSON.parse(readFileSync(file, 'utf8')) as object),
        authorization: { users: [ADMIN, DEPOT] },
      };
      writeFileSync(file, JSON.stringify(changed));
      await server.start();
      const opened = await openStreamReader(server.url, access);
      await opened.jsm.streams.update('WAYPOST', { max_msg_size: -1 });
      await opened.close();
    },
    end: () => server.kill(),
  };
}

/** `isExactlyOnce`: no record arrives twice. */
export const POISONED_FAR_SIDES = [
  { type: 'rest', start: startCenter, isExactlyOnce: true },
  { type: 'mqtt', start: startBroker, isExactlyOnce: false },
  { type: 'nats', start: startStream, isExactlyOnce: true },
] as const;
