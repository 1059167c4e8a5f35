import { readRegularFile } from './disk/regular-file.js';
import { storeId } from './domain/records/generation.js';
import { failure, messageOf, success, type Result } from './errors.js';
import { packageVersion } from './package.js';
import type { User } from './schema/accounts/user.js';
import { isPem } from './schema/uplinks/pem.js';
import type { UplinkSettings } from './schema/uplinks/uplink-settings.js';
import { withAuthor } from './services/accounts/author.js';
import type { Commands } from './services/commands/commands.js';
import type { Core } from './services/index.js';
import { createForwarders, type Forwarders } from './services/uplinks/forwarders.js';
import { createUplinkTester } from './services/uplinks/test-uplink.js';
import { createUplinkDefinitions } from './services/uplinks/uplink-definitions.js';
import { createUplinks } from './services/uplinks/uplink-service.js';
import type { Uplinks } from './services/uplinks/uplinks.js';
import { cpuMs } from './time/cpu-time.js';
import { createSink } from './uplinks/index.js';
import type { Sink, SinkTls } from './uplinks/sink.js';

export type GatewayUplinks = { readonly uplinks: Uplinks; readonly forwarders: Forwarders };

type PostCommand = Commands['post'];

/** The uplinks of the gateway. `postCommand`: for commands from far sides. */
export function createGatewayUplinks(core: Core, postCommand: PostCommand): GatewayUplinks {
  const { config, store, namedSecrets: secrets, edits, time, timers, logger } = core;
  const definitions = createUplinkDefinitions({ configured: config.uplinks, store, secrets, edits, logger });
  const openTest = createOpenSink({ core, postCommand, testing: true });
  const openSink = createOpenSink({ core, postCommand });
  const random = Math.random;
  const forwarders = createForwarders({ definitions, openSink, store, time, timers, logger, cpuMs, random });
  const testUplink = createUplinkTester({ openSink: openTest, timers });
  return { forwarders, uplinks: createUplinks({ definitions, forwarders, testUplink, timers }) };
}

type OpenSinkOptions = {
  readonly core: Core;
  readonly postCommand: PostCommand;
  /** only to test the connection */
  readonly testing?: boolean;
};

/** Makes the sink of an uplink; it is not started. Fails if a file of `tls` cannot be read. */
const createOpenSink =
  ({ core, postCommand, testing = false }: OpenSinkOptions) =>
  async (settings: UplinkSettings): Promise<Result<Sink>> => {
    const { store, time, timers, logger } = core;
    const { state } = store;
    const tls = await readTls(settings);
    if (!tls.ok) return tls;
    const { name } = settings;
    const sink = await createSink(settings, {
      ...{ name, timers, logger, testing },
      async sendCommand({ deviceId, command, format }) {
        const sent = await postCommand(farSide(settings), deviceId, { command, format, sms: false });
        return sent.ok ? sent.value.result : sent.message;
      },
      gatewayId: state.gatewayId ?? '',
      storeId: () => storeId(state.gatewayId ?? '', state.generations.at(-1) ?? { id: '' }),
      newest: () => state.n,
      knowsStore: (store) => state.generations.some((one) => storeId(state.gatewayId ?? '', one) === store),
      storedMark: (lane) => (lane === 'live' ? undefined : state.uplinkPositions.get(name)?.lanes[lane].mark),
      waypostVersion: packageVersion(),
      now: time.now,
      tls: tls.value,
      devices: () => state.devices.values(),
      device: (id) => state.devices.get(id),
      groups: () => state.groups.values(),
      lastLocation: (deviceId) => state.lastLocations.get(deviceId),
      lastLocationAt: (deviceId) => state.lastLocations.get(deviceId)?.dateTime,
    });
    return success(sink);
  };

/** The user for commands that come from the far side of an uplink: to all devices, and nothing else. */
const farSide = ({ name, url }: UplinkSettings): User =>
  withAuthor(userOf(name), { type: 'uplink', uplink: name, name: '', address: addressOf(url) });

/** Scheme, host and port; of several addresses, those of the first. */
function addressOf(url: string): string {
  const [first = ''] = url.split(',');
  if (!URL.canParse(first)) return '';
  const { protocol, host } = new URL(first);
  return `${protocol}//${host}`;
}

const userOf = (name: string): User => ({
  ...{ id: `uplink:${name}`, name: `uplink ${name}`, email: '', country: '', timeZone: 'UTC', description: '' },
  ...{ message: '', disabled: false, disabledMessage: '', tags: {}, privileges: ['commands'], group: null },
  ...{ deviceId: null, adminDevices: null, from: null, expires: null, creation: '', modification: '' },
});

const TLS_FILES = ['ca', 'cert', 'key'] as const;

/** The contents of the files of `tls`; PEM texts are taken as they are. */
export async function readTls({ name, tls = {} }: Pick<UplinkSettings, 'name' | 'tls'>): Promise<Result<SinkTls>> {
  const contents: Partial<Record<(typeof TLS_FILES)[number], Buffer>> = {};
  for (const field of TLS_FILES) {
    const value = tls[field];
    if (value === undefined) continue;
    const content = await readPem(value);
    if (!content.ok) return failure(content.code, `uplink ${name}: tls.${field}: ${content.message}`);
    contents[field] = content.value;
  }
  return success({ ...contents, insecure: tls.insecure ?? false });
}

async function readPem(value: string): Promise<Result<Buffer>> {
  if (isPem(value)) return success(Buffer.from(value));
  try {
    const content = await readRegularFile(value);
    return content.includes('-----BEGIN ') ? success(content) : failure('conflict', `${value} is no PEM file`);
  } catch (error) {
    return failure('conflict', `cannot read ${value}: ${messageOf(error)}`);
  }
}
