import { success, WaypostError, type Failure, type Result } from '../../errors.js';
import { AUTO, protocolNames } from '../../protocols/lookup.js';
import type { CommandRefusal } from '../../protocols/protocol.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import type { PortSettings } from '../../schema/ports/port-settings.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { timers } from '../../time/clock.js';
import { findHoldersByPath } from '../linux/holders.js';
import { portErrors } from '../messages.js';
import type { PortCommand, PreparedCommand } from '../session/pending-commands.js';
import { createHotplug, type Hotplug, type ScanMode } from './hotplug.js';
import type { Lease, LeaseHolder } from './lease.js';
import { preparePortChange, type PortChange } from './port-change.js';
import { createConflictFinder } from './port-conflicts.js';
import {
  addPort,
  inConfiguration,
  attach,
  isEnabled,
  notifyListeners,
  startPort,
  statusOf,
  type PathMonitor,
  type PortListener,
  type PortsOptions,
  type PortTable,
} from './port-table.js';
import { unusedStatus } from './unused-status.js';

export type { PortListener, PortsOptions } from './port-table.js';

/** All ports: the configured ones, those that users added, and those found by hotplug. */
export type Ports = {
  start: () => void;
  /** Resolves when all ports are closed and every submitted report is settled. */
  stop: () => Promise<void>;
  statuses: () => PortStatus[];
  /** The protocols that a port can be set to, `auto` first. */
  protocols: () => readonly string[];
  /** The serial devices that are present and not used. */
  unused: () => PortStatus[];
  /** Looks for the programs that hold unused devices, at most every few seconds. */
  findHolders: () => Promise<void>;
  /** Checks new settings of a port, or with `null` its removal, and keeps leases away until the change is made. */
  prepareChange: (path: string, settings: PortSettings | null) => Promise<Result<PortChange>>;
  /** Which attached devices become ports by themselves from now on; those that are ports stay. */
  setScan: (mode: ScanMode) => void;
  /**
   * Leases a port and reads it as `protocol` meanwhile; `not_found` when there is no such port or protocol, `conflict`
   * when the port is already leased, disabled or configured for another protocol.
   */
  acquireLease: (path: string, protocol: string, holder: LeaseHolder) => Result<Lease>;
  /** Encodes a command; `unavailable` when there is no such port, or it is not open or in provisioning. */
  prepareCommand: (path: string, command: PortCommand) => Result<PreparedCommand, CommandRefusal>;
  /**
   * Calls `onLine` for the data of a port until the returned function is called, also when the port is set up again;
   * `not_found` when there is no such port. `onLine` must not throw.
   */
  monitor: (path: string, onLine: (line: PortLine) => void) => Result<() => void>;
  /** Calls `listener` when the status of a port changes, except for its counters, until the returned function is called. */
  subscribe: (listener: PortListener) => () => void;
};

/** Creates a managed port for every configured and stored port. Throws with the key's path when a port is misconfigured. */
export function createPorts(options: PortsOptions): Ports {
  const table: PortTable = {
    options,
    entries: new Map(),
    listeners: new Set(),
    monitors: new Set(),
    changing: new Set(),
    findConflict: createConflictFinder({ findHoldersByPath, timers }),
    hotplug: undefined,
    isRunning: false,
  };
  addInitialPorts(table);
  table.hotplug = hotplugFor(table);
  const { entries, hotplug, listeners } = table;

  return {
    start() {
      table.isRunning = true;
      for (const path of entries.keys()) startPort(table, path);
      hotplug?.start();
    },
    async stop() {
      table.isRunning = false;
      await hotplug?.stop();
      await Promise.all([...entries.values()].map(({ managedPort }) => managedPort.stop()));
    },
    acquireLease: (path, protocol, holder) => acquireLease(table, path, protocol, holder),
    prepareCommand: (path, command) =>
      entries.get(path)?.managedPort.prepareCommand(command) ?? { ...portNotFound(path), code: 'unavailable' },
    monitor: (path, onLine) => monitor(table, path, onLine),
    statuses: () => [...entries.values()].map(statusOf),
    protocols: () => protocolNames(options.protocols),
    unused: () => (hotplug?.unused() ?? []).map(unusedStatus),
    findHolders: () => hotplug?.findHolders() ?? Promise.resolve(),
    prepareChange: (path, settings) => preparePortChange(table, path, settings),
    setScan(mode) {
      hotplug?.setScan(mode);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function addInitialPorts(table: PortTable): void {
  const { configs, stored = [], logger } = table.options;
  configs.forEach((config, index) => {
    const problem = table.entries.has(config.path)
      ? portErrors.twice('/path')
      : addPort(table, config, 'configuration');
    if (problem === undefined) return;
    throw new WaypostError('validation_failed', `configuration: ${inConfiguration(problem, `serial.ports.${index}.`)}`);
  });
  for (const port of stored) {
    const { path } = port;
    const problem = table.entries.has(path) ? undefined : addPort(table, port, 'store');
    // A version that has the protocol reads it again.
    if (problem !== undefined) logger.error({ path, reason: inConfiguration(problem) }, 'stored port not used');
  }
}

function hotplugFor(table: PortTable): Hotplug | undefined {
  const { watchDevices, excludedPaths = () => [], scan = 'all', logger } = table.options;
  if (watchDevices === undefined) return undefined;
  return createHotplug({
    ...{ watchDevices, scan, excludedPaths, findHoldersByPath, timers, logger },
    portPaths: () => [...table.entries.keys()],
    onFound(path) {
      logger.info({ path }, 'serial device found');
      addPort(table, { path, protocol: AUTO }, 'scan');
      startPort(table, path);
      notifyListeners(table, path);
    },
    onUnused(path) {
      notifyListeners(table, path);
    },
  });
}

function acquireLease(table: PortTable, path: string, name: string, holder: LeaseHolder): Result<Lease> {
  const { protocols } = table.options;
  const entry = table.entries.get(path);
  const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (entry === undefined || protocol === undefined) return portNotFound(path);
  const { protocol: configured } = entry.config;
  if (configured !== AUTO && configured !== name) {
    const { protocolOfConfiguration, protocolOfSettings } = portErrors;
    const refuse = entry.source === 'configuration' ? protocolOfConfiguration : protocolOfSettings;
    return refuse({ path, configured, protocol: name });
  }
  if (!isEnabled(entry)) return portErrors.disabled({ path });
  if (table.changing.has(path)) return portErrors.beingChanged({ path });
  if (entry.managedPort.isLeased()) return portErrors.leasedAlready({ path });
  return success(entry.managedPort.acquireLease(protocol, holder));
}

function monitor(table: PortTable, path: string, onLine: (line: PortLine) => void): Result<() => void> {
  if (!table.entries.has(path)) return portNotFound(path);
  const added: PathMonitor = { path, onLine, detach: () => undefined };
  table.monitors.add(added);
  attach(table, added);
  return success(() => {
    table.monitors.delete(added);
    added.detach();
  });
}

const portNotFound = (path: string): Failure => portErrors.notFound({ path });
