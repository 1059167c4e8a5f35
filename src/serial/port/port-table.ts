import type { Receive } from '../../domain/report.js';
import type { Failure } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { AUTO, protocolChoices, resolveProtocols } from '../../protocols/lookup.js';
import { english } from '../../messages/english.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortSettings, StoredPort } from '../../schema/ports/port-settings.js';
import type { PortSource, PortStatus } from '../../schema/ports/port.js';
import { timers } from '../../time/clock.js';
import { captureFile, createCapture, type Capture } from '../capture/capture.js';
import { readNodeIdentity } from '../linux/node-identity.js';
import { readPersistentName } from '../linux/persistent-names.js';
import type { SystemPaths } from '../linux/system-paths.js';
import { portErrors } from '../messages.js';
import { createLineMonitor } from '../monitor/line-monitor.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { openPort as openRealPort } from '../transport/open-port.js';
import type { OpenPort } from '../transport/port-types.js';
import type { Hotplug, ScanMode, WatchDevices } from './hotplug.js';
import { createManagedPort, type ManagedPort } from './managed-port.js';
import type { FindConflict } from './port-conflicts.js';
import { openOnce, type PortInUse } from './same-device.js';

export type PortsOptions = {
  readonly configs: readonly PortConfig[];
  /** ports that users added; one that the configuration has too is not used */
  readonly stored?: readonly StoredPort[];
  /** paths of attached devices that are not trackers, such as the modem: never read, under any of their names */
  readonly excludedPaths?: () => readonly string[];
  readonly protocols: Readonly<Record<string, Protocol>>;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  /** folder of the captures */
  readonly captureFolder: string;
  readonly logger: Logger;
  /** reports the attached devices; left out where only configured ports are read */
  readonly watchDevices?: WatchDevices | undefined;
  /** which of them become ports by themselves; default: all */
  readonly scan?: ScanMode;
  readonly openPort?: OpenPort;
  readonly systemPaths?: SystemPaths | undefined;
};

/** Must not throw. */
export type PortListener = (path: string) => void;

export type PortEntry = { readonly source: PortSource; readonly config: PortConfig; readonly managedPort: ManagedPort };

/** A line monitor follows its path when the port there is replaced. */
export type PathMonitor = {
  readonly path: string;
  readonly onLine: (line: PortLine) => void;
  detach: () => void;
};

export type PortTable = {
  readonly options: PortsOptions;
  /** by path */
  readonly entries: Map<string, PortEntry>;
  readonly listeners: Set<PortListener>;
  readonly monitors: Set<PathMonitor>;
  /** paths whose settings are being changed: no lease begins meanwhile */
  readonly changing: Set<string>;
  readonly findConflict: FindConflict;
  hotplug: Hotplug | undefined;
  /** after the start, before the stop */
  isRunning: boolean;
};

export const isEnabled = ({ config }: Pick<PortEntry, 'config'>): boolean => config.enabled !== false;

/** Adds a port, unless its configuration has a problem, which is returned. A port that was there is left to be stopped. */
export function addPort(table: PortTable, config: PortConfig, source: PortSource): Failure | undefined {
  const { protocols, receive, gateway, logger, openPort = openRealPort } = table.options;
  const { path, protocol } = config;
  const problem = findConfigProblem(config, protocols);
  const candidates = resolveProtocols(protocol, protocols);
  if (problem !== undefined || candidates === undefined) return problem;
  const managedPort = createManagedPort({
    config,
    protocols: candidates,
    receive,
    gateway,
    timers,
    logger,
    openPort: openOnce({
      ...{ path, source, openPort, systemPaths: table.options.systemPaths },
      configured: table.options.configs.map((other) => other.path),
      ports: () => portsInUse(table),
      reopen: (other) => reopenPort(table, other),
    }),
    readNodeIdentity,
    readPersistentName: (own) => readPersistentName(own, table.options.systemPaths),
    findConflict: isNetworkPath(path) ? undefined : table.findConflict,
    capture: captureFor(table.options, config),
    onChange() {
      notifyListeners(table, path);
    },
  });
  table.entries.set(path, { source, config, managedPort });
  for (const monitor of table.monitors) if (monitor.path === path) attach(table, monitor);
  return undefined;
}

const portsInUse = ({ entries }: PortTable): PortInUse[] =>
  [...entries].map(([path, entry]) => ({ path, source: entry.source, state: statusOf(entry).state }));

async function reopenPort(table: PortTable, path: string): Promise<void> {
  const before = table.entries.get(path);
  if (before === undefined) return;
  await before.managedPort.stop();
  if (table.entries.get(path) !== before) return;
  addPort(table, before.config, before.source);
  startPort(table, path);
}

/** Shows the data of the port at the path from now on. */
export function attach(table: PortTable, monitor: PathMonitor): void {
  const { protocols, gateway } = table.options;
  monitor.detach();
  const { path, onLine } = monitor;
  const observer = createLineMonitor({ protocols: Object.values(protocols), now: gateway.now, onLine });
  monitor.detach = table.entries.get(path)?.managedPort.observe(observer) ?? (() => undefined);
}

/** Reads the port, if it is enabled and the gateway is running. */
export function startPort(table: PortTable, path: string): void {
  const entry = table.entries.get(path);
  if (table.isRunning && entry !== undefined && isEnabled(entry)) entry.managedPort.start();
}

export function notifyListeners({ listeners }: Pick<PortTable, 'listeners'>, path: string): void {
  for (const listener of listeners) listener(path);
}

export function statusOf(entry: PortEntry): PortStatus {
  const { config, source, managedPort } = entry;
  const disabled = isEnabled(entry) ? undefined : ({ state: 'disabled', reason: null } as const);
  return { ...managedPort.status(), ...disabled, name: config.name ?? null, source, settings: settingsOf(config) };
}

function settingsOf({ enabled = true, ...config }: PortConfig): PortSettings {
  const { protocol, baudRate, deviceId, interval, name, commands } = config;
  return {
    protocol,
    ...(baudRate !== undefined && { baudRate }),
    ...(deviceId !== undefined && { deviceId }),
    ...(interval !== undefined && { interval }),
    ...(name !== undefined && { name }),
    ...(commands !== undefined && { commands }),
    enabled,
  };
}

function captureFor(options: PortsOptions, { path, capture: maxBytes = 0 }: PortConfig): Capture | undefined {
  if (maxBytes === 0) return undefined;
  const { protocols, captureFolder, gateway, logger } = options;
  return createCapture({
    file: captureFile(captureFolder, path),
    maxBytes,
    secrets: Object.values(protocols).flatMap((protocol) => protocol.secretPattern ?? []),
    packetRedactors: Object.values(protocols).flatMap((protocol) => protocol.packetRedactor?.() ?? []),
    now: gateway.now,
    timers,
    logger,
  });
}

/** What is wrong with the settings of a port; undefined: nothing. */
export function findConfigProblem(
  { protocol: name, deviceId, interval = 0 }: Omit<PortConfig, 'path'>,
  protocols: PortsOptions['protocols'],
): Failure | undefined {
  const [protocol] = resolveProtocols(name, protocols) ?? [];
  if (protocol === undefined) {
    return portErrors.unknownProtocol({ protocols: protocolChoices(protocols), protocol: name }, '/protocol');
  }
  if (name === AUTO) return undefined;
  if (protocol.requiresDeviceId && deviceId === undefined) {
    return portErrors.deviceIdMissing({ protocol: name }, '/deviceId');
  }
  if (protocol.multiDevice === true && protocol.ownPosition !== true && deviceId !== undefined) {
    return portErrors.deviceIdNotAllowed({ protocol: name }, '/deviceId');
  }
  if (protocol.acknowledges === true && interval > 0) {
    return portErrors.intervalNotAllowed({ protocol: name }, '/interval');
  }
  return undefined;
}

/** The sentence about a problem with the key of the configuration instead of the pointer. `prefix`: of that key. */
export const inConfiguration = ({ data, message, field = '' }: Failure, prefix = ''): string =>
  data === undefined ? message : english(data, `${prefix}${field.slice(1)}`);
