import { join } from 'node:path';
import { CHANNEL_MODULES, channelPorts, createChannels } from './channels/index.js';
import { readBlockBytes } from './disk/proc-io.js';
import { diskSpaceOf } from './disk/space.js';
import { packageVersion } from './package.js';
import { protocols } from './protocols/index.js';
import { watchDevices } from './serial/linux/device-watcher.js';
import { readNodeIdentity } from './serial/linux/node-identity.js';
import type { WatchDevices } from './serial/port/hotplug.js';
import { createPorts, type Ports } from './serial/port/ports.js';
import { openPort } from './serial/transport/open-port.js';
import { createDevices } from './services/devices/devices.js';
import { createServices, type Core, type Services } from './services/index.js';
import { createIngest } from './services/ingest/ingest.js';
import { createUnknownDevicePolicy } from './services/ingest/resolve-device.js';
import type { Channels } from './services/outbox/dispatcher.js';
import { createOutbox, type Outbox } from './services/outbox/outbox.js';
import { capabilitiesOf } from './services/provisioning/capabilities.js';
import { ARCHIVE_NAME } from './services/system/map-archive.js';
import { stateBytesOf } from './store/check/state-bytes.js';

/** Everything between the ports and HTTP. */
export type Gateway = { readonly outbox: Outbox; readonly ports: Ports; readonly services: Services };

/** What tests replace. */
export type GatewayOverrides = {
  readonly watchDevices?: WatchDevices;
  readonly channels?: Channels;
  /** ms until a single tracker in provisioning that does not reply has failed */
  readonly noAnswerMs?: number;
};

/** Wires ports, ingest, outbox and services; starts none of them. `data`: the data folder. */
export async function createGateway(core: Core, data: string, overrides: GatewayOverrides): Promise<Gateway> {
  const { config, store, logBudgets, time, timers, logger, refusals, edits, exclusive } = core;
  const { notifications, serial } = config;
  const gatewayId = (): string => gatewayIdOf(core);
  const channelOptions = { gatewayId, now: time.now, timers, logger, openPort, readNodeIdentity };
  const channels = overrides.channels ?? (await createChannels(notifications, channelOptions));

  const devices = createDevices({ store, time, licenses: config.licenses.total, edits, exclusive, refusals });
  const { ttl } = notifications;
  const formats = CHANNEL_MODULES;
  const outbox = createOutbox({ store, devices, channels, formats, ttl, time, timers, refusals, logBudgets, logger });
  const unknown = createUnknownDevicePolicy({
    setting: serial.unknownDevices,
    store,
    logBudgets,
    exclusive,
    logger,
  });
  const { appendWithMessages } = outbox.alertMessages;
  const receive = createIngest({
    store,
    append: (records, by) => appendWithMessages(records, [], by),
    devices,
    time,
    unknown,
    refusals: core.refusals,
  });
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

export const gatewayIdOf = ({ store }: Core): string => store.state.gatewayId ?? '';
