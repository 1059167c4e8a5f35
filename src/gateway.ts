import { join } from 'node:path';
import { canUseWebhook, CHANNEL_MODULES, channelPorts, createChannels } from './channels/index.js';
import { applyChannelSettings, createTestChannels, openRunning } from './channel-settings.js';
import { readBlockBytes } from './disk/proc-io.js';
import { diskSpaceOf, type DiskSpace } from './disk/space.js';
import { createFileAccess, type GatewayTools } from './gateway-files.js';
import { createGatewayUplinks } from './gateway-uplinks.js';
import { packageVersion } from './package.js';
import { protocols } from './protocols/index.js';
import { watchDevices } from './serial/linux/device-watcher.js';
import { readNodeIdentity } from './serial/linux/node-identity.js';
import type { SystemPaths } from './serial/linux/system-paths.js';
import { listenerPathOf } from './schema/ports/port-path.js';
import { withListeners, type PortsAndListeners } from './serial/listeners/listeners.js';
import type { Config } from './schema/config/config.js';
import type { ScanMode, WatchDevices } from './serial/port/hotplug.js';
import { createPorts } from './serial/port/ports.js';
import type { GatewayInfo } from './serial/session/port-reader.js';
import { openPort } from './serial/transport/open-port.js';
import { createDevices } from './services/devices/devices.js';
import { createServices, type Core, type Services } from './services/index.js';
import { createRuleRunner, type RuleRunner } from './services/alert-rules/rule-runner.js';
import { createIngest } from './services/ingest/ingest.js';
import { createUnknownDevicePolicy } from './services/ingest/resolve-device.js';
import type { Forwarders } from './services/uplinks/forwarders.js';
import type { Channels } from './services/outbox/channel-set.js';
import { createOutbox, type Outbox } from './services/outbox/outbox.js';
import { createTestMessages } from './services/settings/test-messages.js';
import { capabilitiesOf } from './services/provisioning/capabilities.js';
import { ARCHIVE_NAME } from './services/system/map-archive.js';
import { createPreviousStores } from './store/backup/previous-stores.js';
import { stateBytesOf } from './store/check/state-bytes.js';

/** Everything between the ports and HTTP. */
export type Gateway = {
  readonly outbox: Outbox;
  readonly ports: PortsAndListeners;
  readonly rules: RuleRunner;
  readonly forwarders: Forwarders;
  readonly services: Services;
};

/** What tests replace. */
export type GatewayOverrides = {
  readonly watchDevices?: WatchDevices;
  /** where serial devices are looked for */
  readonly systemPaths?: SystemPaths;
  readonly channels?: Channels;
  /** ms until a single tracker in provisioning that does not reply has failed */
  readonly noAnswerMs?: number;
  readonly diskSpace?: () => DiskSpace;
  readonly tools?: GatewayTools;
};

/** Wires ports, ingest, outbox and services; starts none of them. `data`: the data folder. */
export async function createGateway(core: Core, data: string, overrides: GatewayOverrides): Promise<Gateway> {
  const { config, settings, store, logBudgets, time, timers, logger, refusals, attentionNames, edits, exclusive } =
    core;
  const { serial } = config;
  const { systemPaths } = overrides;
  const gatewayId = (): string => gatewayIdOf(core);
  const version = packageVersion();
  const { withheld } = settings;
  const channelOptions = { gatewayId, now: time.now, timers, logger, openPort, readNodeIdentity, version, withheld };
  const channels = overrides.channels ?? (await createChannels(settings.current().notifications, channelOptions));

  const licenses = (): number => settings.current().licenses.total;
  const devices = createDevices({ store, time, licenses, edits, exclusive, refusals });
  const ttl = (): number => settings.current().notifications.ttl;
  const formats = CHANNEL_MODULES;
  const isWebhookOn = (name: string): boolean =>
    overrides.channels !== undefined || canUseWebhook(settings.current().notifications.webhooks, name);
  const outbox = createOutbox({ ...core, devices, channels, formats, ttl, isWebhookOn });
  const unknown = createUnknownDevicePolicy({
    setting: () => settings.current().serial.unknownDevices,
    listenerSettings: new Map(serial.listeners.map((config) => [listenerPathOf(config), config.unknownDevices])),
    store,
    logBudgets,
    exclusive,
    logger,
  });
  const { appendWithMessages } = outbox.alertMessages;
  const rules = createRuleRunner({ store, appendWithMessages, time, timers, attentionNames, logger });
  const receive = createIngest({
    store,
    append: rules.append,
    devices,
    time,
    unknown,
    refusals,
    attentionNames,
  });
  const gateway: GatewayInfo = {
    now: time.now,
    clockQuality: time.quality,
    get gatewayId() {
      return gatewayId();
    },
  };
  const serialPorts = createPorts({
    ...{ configs: serial.ports, protocols, receive, gateway, logger, openPort },
    stored: [...store.state.ports.values()],
    excludedPaths: () => channelPorts(settings.current().notifications).map(({ path }) => path),
    captureFolder: join(data, 'captures'),
    watchDevices:
      overrides.watchDevices ?? (({ onChange }) => watchDevices({ ...(systemPaths && { systemPaths }), onChange })),
    scan: scanOf(config, settings.current()),
    systemPaths,
  });
  const listeners = { configs: serial.listeners, httpPort: config.http.port };
  const ports = withListeners(serialPorts, { ...listeners, protocols, receive, gateway, logger });
  const { diskSpace = () => diskSpaceOf(data) } = overrides;
  settings.onChange((now) => {
    ports.setScan(scanOf(config, now));
  });
  const channelSettings = { settings, outbox, channelOptions, portStatuses: ports.statuses, logger };
  const hasOwnChannels = overrides.channels === undefined;
  if (hasOwnChannels) applyChannelSettings(channelSettings);
  const openChannel = hasOwnChannels ? createTestChannels(channelSettings) : openRunning(outbox);
  const testMessages = createTestMessages({ ...core, openChannel, onSent: outbox.recovered, gatewayId });
  const { uplinks, forwarders } = createGatewayUplinks(core, (...command) => services.commands.post(...command));
  const services: Services = createServices({
    ...core,
    ...{ devices, outbox, receive, ruleTotals: rules.totals, ports, testMessages, uplinks },
    capabilities: capabilitiesOf(protocols),
    noAnswerMs: overrides.noAnswerMs,
    mapPath: join(data, ARCHIVE_NAME),
    files: createFileAccess(core, data, overrides.tools ?? {}, diskSpace),
    diskSpace,
    previousStores: createPreviousStores(data),
    stateBytes: () => stateBytesOf(data),
    blockBytes: readBlockBytes,
    version,
  });
  return { outbox, ports, rules, forwarders, services };
}

/** The configuration asks for every device, as in earlier versions; the setting for USB adapters. */
function scanOf(config: Config, current: Config): ScanMode {
  if (config.serial.scan) return 'all';
  return current.serial.scan ? 'usb' : 'off';
}

export const gatewayIdOf = ({ store }: Core): string => store.state.gatewayId ?? '';
