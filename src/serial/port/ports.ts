import type { Receive } from '../../domain/report.js';
import { failure, success, WaypostError, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { AUTO, protocolChoices, resolveProtocols } from '../../protocols/lookup.js';
import type { CommandRefusal, Protocol } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { timers } from '../../time/clock.js';
import { captureFile, createCapture, type Capture } from '../capture/capture.js';
import { findHoldersByPath } from '../linux/holders.js';
import { readNodeIdentity } from '../linux/node-identity.js';
import { readPersistentName } from '../linux/persistent-names.js';
import { createLineMonitor } from '../monitor/line-monitor.js';
import type { PortCommand, PreparedCommand } from '../session/pending-commands.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { openPort as openRealPort } from '../transport/open-port.js';
import type { OpenPort } from '../transport/port-types.js';
import { createHotplug, type WatchDevices } from './hotplug.js';
import type { Lease, LeaseHolder } from './lease.js';
import { createManagedPort, type ManagedPort } from './managed-port.js';
import { createConflictFinder, type FindConflict } from './port-conflicts.js';

/** All ports: the configured ones and those found by hotplug. */
export type Ports = {
  start: () => void;
  /** Resolves when all ports are closed and every submitted report is settled. */
  stop: () => Promise<void>;
  statuses: () => PortStatus[];
  /**
   * Leases a port and reads it as `protocol` meanwhile; `not_found` when there is no such port or protocol, `conflict`
   * when the port is already leased or configured for another protocol.
   */
  acquireLease: (path: string, protocol: string, holder: LeaseHolder) => Result<Lease>;
  /** Encodes a command; `unavailable` when there is no such port, or it is not open or in provisioning. */
  prepareCommand: (path: string, command: PortCommand) => Result<PreparedCommand, CommandRefusal>;
  /**
   * Calls `onLine` for the data of a port until the returned function is called; `not_found` when there is no such
   * port. `onLine` must not throw.
   */
  monitor: (path: string, onLine: (line: PortLine) => void) => Result<() => void>;
  /** Calls `listener` when the status of a port changes, except for its counters, until the returned function is called. */
  subscribe: (listener: PortListener) => () => void;
};

/** Must not throw. */
export type PortListener = (path: string) => void;

export type PortsOptions = {
  readonly configs: readonly PortConfig[];
  /** paths of attached devices that are not trackers, such as the modem: never read, under any of their names */
  readonly excludedPaths?: readonly string[];
  readonly protocols: Readonly<Record<string, Protocol>>;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  /** folder of the captures */
  readonly captureFolder: string;
  readonly logger: Logger;
  /** reports the attached devices; left out where only configured ports are read */
  readonly watchDevices?: WatchDevices | undefined;
  readonly openPort?: OpenPort;
};

/** The key that is wrong, and what is wrong with it. */
type PortConfigProblem = readonly [key: string, problem: string];

type PortTable = {
  readonly options: PortsOptions;
  readonly managedPorts: Map<string, ManagedPort>;
  readonly listeners: Set<PortListener>;
  readonly findConflict: FindConflict;
};

/** Creates a managed port for every configured port. Throws with the key's path when a port is misconfigured. */
export function createPorts(options: PortsOptions): Ports {
  const { configs, excludedPaths = [], gateway, logger, protocols, watchDevices } = options;
  const table: PortTable = {
    options,
    managedPorts: new Map(),
    listeners: new Set(),
    findConflict: createConflictFinder({ findHoldersByPath, timers }),
  };
  const { managedPorts, listeners } = table;
  configs.forEach((config, index) => {
    const problem = managedPorts.has(config.path) ? ['path', 'is already configured'] : addPort(table, config);
    if (problem === undefined) return;
    throw new WaypostError('validation_failed', `configuration: serial.ports.${index}.${problem.join(' ')}`);
  });
  const hotplug =
    watchDevices &&
    createHotplug({
      watchDevices,
      excludedPaths,
      portPaths: () => [...managedPorts.keys()],
      onFound(path) {
        addFoundPort(table, path);
      },
      logger,
    });

  return {
    start() {
      for (const managedPort of managedPorts.values()) managedPort.start();
      hotplug?.start();
    },
    async stop() {
      await hotplug?.stop();
      await Promise.all([...managedPorts.values()].map((managedPort) => managedPort.stop()));
    },
    acquireLease: (path, protocol, holder) => acquireLease(table, path, protocol, holder),
    prepareCommand: (path, command) =>
      managedPorts.get(path)?.prepareCommand(command) ??
      failure('unavailable', `port ${path} not found: GET /api/ports lists the ports`),
    monitor(path, onLine) {
      const managedPort = managedPorts.get(path);
      if (managedPort === undefined) return portNotFound(path);
      const observer = createLineMonitor({ protocols: Object.values(protocols), now: gateway.now, onLine });
      return success(managedPort.observe(observer));
    },
    statuses: () => [...managedPorts.values()].map((managedPort) => managedPort.status()),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Adds a managed port, unless its configuration has a problem, which is returned. */
function addPort(table: PortTable, config: PortConfig): PortConfigProblem | undefined {
  const { protocols, receive, gateway, logger, openPort = openRealPort } = table.options;
  const { path, protocol } = config;
  const candidates = resolveProtocols(protocol, protocols);
  if (candidates === undefined) {
    return ['protocol', `must be one of ${protocolChoices(protocols)}, not ${protocol}`];
  }
  const problem = protocol === AUTO ? undefined : findConfigProblem(config, candidates[0]);
  if (problem !== undefined) return problem;
  const managedPort = createManagedPort({
    config,
    protocols: candidates,
    receive,
    gateway,
    timers,
    logger,
    openPort,
    readNodeIdentity,
    readPersistentName,
    findConflict: isNetworkPath(path) ? undefined : table.findConflict,
    capture: captureFor(table.options, config),
    onChange() {
      notifyListeners(table, path);
    },
  });
  table.managedPorts.set(path, managedPort);
  return undefined;
}

function addFoundPort(table: PortTable, path: string): void {
  table.options.logger.info({ path }, 'serial device found');
  addPort(table, { path, protocol: AUTO });
  table.managedPorts.get(path)?.start();
  notifyListeners(table, path);
}

function notifyListeners({ listeners }: PortTable, path: string): void {
  for (const listener of listeners) listener(path);
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

function acquireLease(table: PortTable, path: string, name: string, holder: LeaseHolder): Result<Lease> {
  const { protocols, configs } = table.options;
  const managedPort = table.managedPorts.get(path);
  const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (managedPort === undefined || protocol === undefined) return portNotFound(path);
  const { protocol: configured = AUTO } = configs.find((config) => config.path === path) ?? {};
  if (configured !== AUTO && configured !== name) {
    return failure(
      'conflict',
      `${path} is configured for ${configured}, not ${name}: change serial.ports, or use another port`,
    );
  }
  if (managedPort.isLeased()) return failure('conflict', `${path} is already in provisioning`);
  return success(managedPort.acquireLease(protocol, holder));
}

const portNotFound = (path: string): Result<never> =>
  failure('not_found', `port ${path} not found: GET /api/ports lists the ports`);

function findConfigProblem({ deviceId, interval = 0 }: PortConfig, protocol: Protocol): PortConfigProblem | undefined {
  const { name } = protocol;
  if (protocol.requiresDeviceId && deviceId === undefined) {
    return ['deviceId', `is missing: ${name} has no device id`];
  }
  if (protocol.multiDevice === true && protocol.ownPosition !== true && deviceId !== undefined) {
    return ['deviceId', `must be left out: ${name} has many devices, each with its own id`];
  }
  if (protocol.acknowledges === true && interval > 0) {
    return ['interval', `must be left out: ${name} acknowledges every record, so every record is stored`];
  }
  return undefined;
}
