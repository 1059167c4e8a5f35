import { failure, success, WaypostError, type Result } from '../../errors.js';
import type { Protocol } from '../../protocols/protocol.js';
import { isTcpPath } from '../../schema/ports/port-path.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { captureFile, createCapture } from '../capture/capture.js';
import { createHotplug, type WatchDevices } from './hotplug.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { findHoldersByPath } from '../linux/holders.js';
import type { LeaseHolder, Lease } from './lease.js';
import { createManagedPort, type ManagedPort } from './managed-port.js';
import { readPersistentName } from '../linux/persistent-names.js';
import type { PortConfig } from '../port-config.js';
import { openSerialPort as openRealPort, type OpenPort } from '../transport/serial-port.js';
import { readNodeIdentity } from '../linux/node-identity.js';
import type { Receive } from '../../domain/report.js';
import { createConflictFinder } from './port-conflicts.js';
import { AUTO, resolveProtocols, protocolChoices } from '../../protocols/lookup.js';
import { timers } from '../../time/timers.js';
import { createLineMonitor } from '../monitor/line-monitor.js';
import type { Logger } from '../../logger.js';

/** All ports: those of the configuration, and those that are found. */
export type Ports = {
  start: () => void;
  /** Resolves when all are closed and every report handed in is settled. */
  stop: () => Promise<void>;
  statuses: () => PortStatus[];
  /**
   * Lends the port, with what is taken to be spoken on it meanwhile; `not_found` when it is not there to be lent,
   * `conflict` when it is lent already or configured for something else.
   */
  acquireLease: (path: string, protocol: string, holder: LeaseHolder) => Result<Lease>;
  /**
   * Tells `tell` what passes on the port, from now on until what is given back is called; `not_found` when there is no
   * such port. It must not throw.
   */
  monitor: (path: string, onLine: (line: PortLine) => void) => Result<() => void>;
  /** Tells `listener` the path of every port whose status changes, but for what is counted in it. */
  subscribe: (listener: PortListener) => () => void;
};

/** Must not throw. */
export type PortListener = (path: string) => void;

export type PortsOptions = {
  readonly configs: readonly PortConfig[];
  /** paths of what is attached and no tracker: it is never read, under whatever name it is found */
  readonly excludedPaths?: readonly string[];
  readonly protocols: Readonly<Record<string, Protocol>>;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  /** folder of what is written down of the ports that are captured */
  readonly captureFolder: string;
  readonly logger: Logger;
  /** tells of the devices there are; left out where only what is configured is read */
  readonly watchDevices?: WatchDevices | undefined;
  readonly openPort?: OpenPort;
};

/** The key that is wrong, and what it must be. */
type PortConfigProblem = readonly [key: string, why: string];

/** A link for every port. Throws with the key's path when a port is configured wrongly. */
export function createPorts(options: PortsOptions): Ports {
  const {
    configs,
    protocols,
    receive,
    gateway,
    captureFolder,
    logger,
    watchDevices,
    openPort = openRealPort,
  } = options;
  const { excludedPaths = [] } = options;
  const listeners = new Set<PortListener>();
  const managedPorts = new Map<string, ManagedPort>();
  const leasedPaths = new Set<string>();
  const findConflict = createConflictFinder({ findHoldersByPath, timers });
  configs.forEach((config, index) => {
    const problem = managedPorts.has(config.path) ? ['path', 'is configured twice'] : add(config);
    if (problem === undefined) return;
    throw new WaypostError('validation_failed', `configuration: serial.ports.${index}.${problem.join(' ')}`);
  });
  const portPaths = (): string[] => [...managedPorts.keys()];
  const hotplug = watchDevices && createHotplug({ watchDevices, excludedPaths, portPaths, onFound: addFound, logger });

  /** Gives back what is wrong, if anything is: there is no link then. */
  function add(config: PortConfig): PortConfigProblem | undefined {
    const { path, protocol: name, capture: mostBytes = 0 } = config;
    const candidates = resolveProtocols(name, protocols);
    if (candidates === undefined) {
      return ['protocol', `must be one of ${protocolChoices(protocols)}; there is none called ${name}`];
    }
    const problem = name === AUTO ? undefined : findConfigProblem(config, candidates[0]);
    if (problem !== undefined) return problem;
    const secrets = Object.values(protocols).flatMap((protocol) => protocol.secretPattern ?? []);
    const conceals = Object.values(protocols).flatMap((protocol) => protocol.packetRedactor?.() ?? []);
    const file = captureFile(captureFolder, path);
    const captureOptions = { file, mostBytes, secrets, conceals, now: gateway.now, timers, logger };
    const capture = mostBytes > 0 ? createCapture(captureOptions) : undefined;
    const managedPort = createManagedPort({
      config,
      protocols: candidates,
      receive,
      openPort,
      readNodeIdentity,
      readPersistentName,
      gateway,
      timers,
      logger,
      capture,
      findConflict: isTcpPath(path) ? undefined : findConflict,
      onChange() {
        for (const listener of listeners) listener(path);
      },
    });
    managedPorts.set(path, managedPort);
    return undefined;
  }

  function addFound(path: string): void {
    logger.info({ path }, 'a serial device has appeared');
    add({ path, protocol: AUTO });
    managedPorts.get(path)?.start();
    for (const listener of listeners) listener(path);
  }

  return {
    start() {
      for (const managedPort of managedPorts.values()) managedPort.start();
      hotplug?.start();
    },
    async stop() {
      await hotplug?.stop();
      await Promise.all([...managedPorts.values()].map((managedPort) => managedPort.stop()));
    },
    acquireLease(path, name, holder) {
      const managedPort = managedPorts.get(path);
      const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
      if (managedPort === undefined || protocol === undefined) {
        return noSuchPort(path);
      }
      const { protocol: configured = AUTO } = configs.find((config) => config.path === path) ?? {};
      if (configured !== AUTO && configured !== name) {
        return failure(
          'conflict',
          `${path} is configured for ${configured}, not ${name}: change serial.ports, or its plug`,
        );
      }
      if (leasedPaths.has(path)) return failure('conflict', `${path} is in provisioning already`);
      leasedPaths.add(path);
      const lease = managedPort.acquireLease(protocol, holder);
      return success({
        ...lease,
        release() {
          leasedPaths.delete(path);
          lease.release();
        },
      });
    },
    monitor(path, onLine) {
      const managedPort = managedPorts.get(path);
      if (managedPort === undefined) return noSuchPort(path);
      return success(
        managedPort.observe(createLineMonitor({ protocols: Object.values(protocols), now: gateway.now, onLine })),
      );
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

const noSuchPort = (path: string) =>
  failure('not_found', `there is no port ${path}: GET /api/ports lists those that are read`);

function findConfigProblem({ deviceId, interval = 0 }: PortConfig, protocol: Protocol): PortConfigProblem | undefined {
  const { name } = protocol;
  if (protocol.requiresDeviceId && deviceId === undefined) {
    return ['deviceId', `is missing: ${name} does not say whose position it is`];
  }
  if (protocol.multiDevice === true && deviceId !== undefined) {
    return ['deviceId', `must be left out: ${name} brings many devices, each under its own id`];
  }
  if (protocol.acknowledges === true && interval > 0) {
    return ['interval', `must be left out: ${name} promises the tracker that every record is stored`];
  }
  return undefined;
}
