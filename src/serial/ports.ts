import { failure, success, WaypostError, type Result } from '../errors.js';
import type { Protocol } from '../protocols/protocol.js';
import { isTcpPath } from '../schema/port-path.js';
import type { PortLine } from '../schema/port-line.js';
import type { PortStatus } from '../schema/port.js';
import { captureFile, createCapture } from './capture.js';
import { createFinder, type WatchDevices } from './finder.js';
import type { Gateway } from './hearing.js';
import { holdersOfEach } from './machine/holders.js';
import type { Borrower, Lease } from './lease.js';
import { createLink, type Link } from './link.js';
import { namingOf } from './machine/names.js';
import type { PortConfig } from './port-config.js';
import { openPort as openRealPort, type OpenPort } from './port.js';
import { identify } from './machine/presence.js';
import type { Receive } from './receive.js';
import { createSharing } from './sharing.js';
import { auto, protocolsNamed, spokenNames } from './spoken.js';
import { timers } from './timers.js';
import { createLineView } from './watching/line-view.js';
import type { Logger } from '../logger.js';

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
  lend: (path: string, protocol: string, borrower: Borrower) => Result<Lease>;
  /**
   * Tells `tell` what passes on the port, from now on until what is given back is called; `not_found` when there is no
   * such port. It must not throw.
   */
  watch: (path: string, tell: (line: PortLine) => void) => Result<() => void>;
  /** Tells `listener` the path of every port whose status changes, but for what is counted in it. */
  subscribe: (listener: PortListener) => () => void;
};

/** Must not throw. */
export type PortListener = (path: string) => void;

export type PortsOptions = {
  readonly configs: readonly PortConfig[];
  /** paths of what is attached and no tracker: it is never read, under whatever name it is found */
  readonly taken?: readonly string[];
  readonly protocols: Readonly<Record<string, Protocol>>;
  readonly receive: Receive;
  readonly gateway: Gateway;
  /** folder of what is written down of the ports that are captured */
  readonly captures: string;
  readonly logger: Logger;
  /** tells of the devices there are; left out where only what is configured is read */
  readonly watchDevices?: WatchDevices | undefined;
  readonly openPort?: OpenPort;
};

/** The key that is wrong, and what it must be. */
type Fault = readonly [key: string, why: string];

/** A link for every port. Throws with the key's path when a port is configured wrongly. */
export function createPorts(options: PortsOptions): Ports {
  const { configs, protocols, receive, gateway, captures, logger, watchDevices, openPort = openRealPort } = options;
  const { taken = [] } = options;
  const listeners = new Set<PortListener>();
  const links = new Map<string, Link>();
  const lent = new Set<string>();
  const sharing = createSharing({ holdersOfEach, timers });
  configs.forEach((config, place) => {
    const fault = links.has(config.path) ? ['path', 'is configured twice'] : add(config);
    if (fault === undefined) return;
    throw new WaypostError('validation_failed', `configuration: serial.ports.${place}.${fault.join(' ')}`);
  });
  const paths = (): string[] => [...links.keys()];
  const finder = watchDevices && createFinder({ watchDevices, taken, paths, onFound: found, logger });

  /** Gives back what is wrong, if anything is: there is no link then. */
  function add(config: PortConfig): Fault | undefined {
    const { path, protocol: name, capture: mostBytes = 0 } = config;
    const spoken = protocolsNamed(name, protocols);
    if (spoken === undefined) {
      return ['protocol', `must be one of ${spokenNames(protocols)}; there is none called ${name}`];
    }
    const fault = name === auto ? undefined : faultOf(config, spoken[0]);
    if (fault !== undefined) return fault;
    const secrets = Object.values(protocols).flatMap((protocol) => protocol.secrets ?? []);
    const conceals = Object.values(protocols).flatMap((protocol) => protocol.conceal?.() ?? []);
    const file = captureFile(captures, path);
    const captured = { file, mostBytes, secrets, conceals, now: gateway.now, timers, logger };
    const capture = mostBytes > 0 ? createCapture(captured) : undefined;
    const link = createLink({
      config,
      protocols: spoken,
      receive,
      openPort,
      identify,
      namingOf,
      gateway,
      timers,
      logger,
      capture,
      sharing: isTcpPath(path) ? undefined : sharing,
      onChange() {
        for (const listener of listeners) listener(path);
      },
    });
    links.set(path, link);
    return undefined;
  }

  function found(path: string): void {
    logger.info({ path }, 'a serial device has appeared');
    add({ path, protocol: auto });
    links.get(path)?.start();
    for (const listener of listeners) listener(path);
  }

  return {
    start() {
      for (const link of links.values()) link.start();
      finder?.start();
    },
    async stop() {
      await finder?.stop();
      await Promise.all([...links.values()].map((link) => link.stop()));
    },
    lend(path, name, borrower) {
      const link = links.get(path);
      const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
      if (link === undefined || protocol === undefined) {
        return noSuchPort(path);
      }
      const { protocol: configured = auto } = configs.find((config) => config.path === path) ?? {};
      if (configured !== auto && configured !== name) {
        return failure(
          'conflict',
          `${path} is configured for ${configured}, not ${name}: change serial.ports, or its plug`,
        );
      }
      if (lent.has(path)) return failure('conflict', `${path} is in provisioning already`);
      lent.add(path);
      const lease = link.lend(protocol, borrower);
      return success({
        ...lease,
        end() {
          lent.delete(path);
          lease.end();
        },
      });
    },
    watch(path, tell) {
      const link = links.get(path);
      if (link === undefined) return noSuchPort(path);
      return success(link.watch(createLineView({ protocols: Object.values(protocols), now: gateway.now, tell })));
    },
    statuses: () => [...links.values()].map((link) => link.status()),
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

function faultOf({ deviceId, interval = 0 }: PortConfig, protocol: Protocol): Fault | undefined {
  const { name } = protocol;
  if (protocol.needsDevice && deviceId === undefined) {
    return ['deviceId', `is missing: ${name} does not say whose position it is`];
  }
  if (protocol.manyDevices === true && deviceId !== undefined) {
    return ['deviceId', `must be left out: ${name} brings many devices, each under its own id`];
  }
  if (protocol.answers === true && interval > 0) {
    return ['interval', `must be left out: ${name} promises the tracker that every record is stored`];
  }
  return undefined;
}
