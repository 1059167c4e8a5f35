import { join } from 'node:path';
import { createApiServer } from './api-server.js';
import { CHANNEL_MODULES, channelPorts, createChannels } from './channels/index.js';
import { openCore, type CoreOptions, type CoreOverrides } from './core.js';
import { readBlockBytes } from './disk/proc-io.js';
import { diskSpaceOf } from './disk/space.js';
import type { ConnectionLimits } from './http/listener/connection-limits.js';
import { packageVersion } from './package.js';
import { createPeriodicTasks } from './periodic-tasks.js';
import { protocols } from './protocols/index.js';
import { watchDevices } from './serial/linux/device-watcher.js';
import { readNodeIdentity } from './serial/linux/node-identity.js';
import type { WatchDevices } from './serial/port/hotplug.js';
import { createPorts } from './serial/port/ports.js';
import { openPort } from './serial/transport/open-port.js';
import { createDevices } from './services/devices/devices.js';
import { createServices, type Core, type Services } from './services/index.js';
import { createIngest } from './services/ingest/ingest.js';
import { createUnknownDevicePolicy } from './services/ingest/resolve-device.js';
import type { Channels } from './services/outbox/dispatcher.js';
import { createOutbox } from './services/outbox/outbox.js';
import { capabilitiesOf } from './services/provisioning/capabilities.js';
import { ARCHIVE_NAME } from './services/system/map-archive.js';
import { createAdvertiser } from './services/system/mdns/advertiser.js';
import { stateBytesOf } from './store/check/state-bytes.js';

export type AppOptions = CoreOptions & {
  /** the administrator's API key for the first start; generated if left out */
  readonly adminApiKey?: string | undefined;
  /** Receives the generated key at once, because it cannot be read again if the start fails later. */
  readonly onAdminKeyCreated?: (adminApiKey: string) => void;
};

/** What tests replace. */
export type AppOverrides = CoreOverrides & {
  readonly limits?: ConnectionLimits;
  readonly watchDevices?: WatchDevices;
  readonly channels?: Channels;
  /** ms until a single tracker in provisioning that does not reply has failed */
  readonly noAnswerMs?: number;
};

export type App = {
  /** Resolves when HTTP answers: with the port and, over TLS, the certificate's SHA-256 fingerprint. */
  readonly start: () => Promise<{ readonly port: number; readonly fingerprint: string | undefined }>;
  /** Resolves when the disk has responded: null if the store can write, else the reason. Writes nothing. */
  readonly checkWritable: () => Promise<string | null>;
  /** Completes what is in flight, then closes everything in the reverse order. */
  readonly stop: () => Promise<void>;
};

type Module = { readonly start?: () => unknown; readonly stop: () => unknown };

/** The composition root. Modules start in the order of their list and stop in the reverse order, the store last. */
export async function createApp(options: AppOptions, overrides: AppOverrides = {}): Promise<App> {
  const core = await openCore(options, overrides);
  const { store, config, timers, logger } = core;
  try {
    const { outbox, ports, services } = await createGateway(core, options, overrides);
    const { apiUsage, commands, lastUses, feed, portMonitor, provisionings } = services;
    // The gateway gets its id with its first administrator, and only once the configuration has proven valid.
    await createAdministrator(core, services, options);
    await services.records.start();
    const server = await createApiServer({ core, services, data: options.data, limits: overrides.limits });
    const { http, fingerprint, renewCertificate } = server;
    const { applyRetention } = store;
    const flushUsage = async (): Promise<void> => {
      await apiUsage.flush();
      await lastUses.flush();
    };
    const periodicTasks = createPeriodicTasks({ flushUsage, applyRetention, renewCertificate, logger });
    const advertiser = createAdvertiser({ config: config.mdns, host: config.http.host, timers, logger });
    const secure = config.http.tls.enabled;
    let port = 0;
    const modules: readonly Module[] = [
      { stop: () => flushUsage().catch(() => undefined) },
      // Before http, so that no command of the previous run looks as if it were being sent.
      { start: commands.recover, stop: commands.stop },
      { start: async () => (port = await http.start()), stop: http.stop },
      // Stopped before http, which would wait for the open streams.
      feed,
      portMonitor,
      core.time,
      { start: commands.start, stop: () => undefined },
      outbox,
      ports,
      provisionings,
      periodicTasks,
      {
        start: () => {
          advertiser.start({ port, secure, id: gatewayIdOf(core), version: packageVersion() });
        },
        stop: advertiser.stop,
      },
    ];
    return {
      async start() {
        for (const module of modules) await module.start?.();
        return { port, fingerprint };
      },
      async checkWritable() {
        await store.probe();
        return store.status().reason;
      },
      async stop() {
        for (const module of modules.toReversed()) await module.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const gatewayIdOf = ({ store }: Core): string => store.state.gatewayId ?? '';

async function createGateway(core: Core, { data }: AppOptions, overrides: AppOverrides) {
  const { config, store, time, timers, logger, exclusive } = core;
  const { notifications, serial } = config;
  const gatewayId = (): string => gatewayIdOf(core);
  const channelOptions = { gatewayId, now: time.now, timers, logger, openPort, readNodeIdentity };
  const channels = overrides.channels ?? (await createChannels(notifications, channelOptions));

  const devices = createDevices({ store, time, licenses: config.licenses.total, exclusive });
  const { ttl } = notifications;
  const formats = CHANNEL_MODULES;
  const outbox = createOutbox({ store, devices, channels, formats, ttl, time, timers, logger });
  const unknown = createUnknownDevicePolicy({ setting: serial.unknownDevices, store, exclusive, logger });
  const { appendWithMessages: append } = outbox.alertMessages;
  const receive = createIngest({ store, append, devices, time, unknown });
  const ports = createPorts({
    configs: serial.ports,
    excludedPaths: channelPorts(notifications).map(({ path }) => path),
    protocols,
    receive,
    gateway: {
      now: time.now,
      clockQuality: time.quality,
      get gatewayId() {
        return gatewayId();
      },
    },
    captureFolder: join(data, 'captures'),
    logger,
    watchDevices: serial.scan ? (overrides.watchDevices ?? watchDevices) : undefined,
    openPort,
  });
  const services = createServices({
    ...core,
    ...{ devices, outbox, receive, ports },
    capabilities: capabilitiesOf(protocols),
    noAnswerMs: overrides.noAnswerMs,
    mapPath: join(data, ARCHIVE_NAME),
    diskSpace: () => diskSpaceOf(data),
    stateBytes: () => stateBytesOf(data),
    blockBytes: readBlockBytes,
    version: packageVersion(),
  });
  return { outbox, ports, services };
}

async function createAdministrator(
  { store }: Core,
  { authentication }: Services,
  { adminApiKey, onAdminKeyCreated }: AppOptions,
): Promise<void> {
  const { writable } = store.status();
  const createdKey = writable ? await authentication.initialize(adminApiKey) : undefined;
  if (createdKey !== undefined) onAdminKeyCreated?.(createdKey);
}
