import type { Receive } from '../../domain/report.js';
import { success, WaypostError, type Result } from '../../errors.js';
import type { LogLines } from '../../logger.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import { timers } from '../../time/clock.js';
import { listenerErrors } from '../messages.js';
import { createLineMonitor } from '../monitor/line-monitor.js';
import type { PortListener, Ports } from '../port/ports.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { createHeldBytes, createUnsettledBytes } from './budgets.js';
import { findListenerProblems } from './config-problems.js';
import { createRecentAddresses } from './conflicts.js';
import { createSharedConnections } from './connection-room.js';
import { LISTENER_LIMITS, type ListenerLimits } from './limits.js';
import { createListener, type Listener } from './listener.js';
import type { PeerPage } from './peers.js';
import type { SharedBudgets } from './transport.js';

export type ListenersOptions = {
  readonly configs: readonly ListenerConfig[];
  /** of the API; 0: any free port */
  readonly httpPort: number;
  readonly protocols: Readonly<Record<string, Protocol>>;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  readonly logger: LogLines;
  readonly limits?: ListenerLimits;
};

/** The ports and the listeners, which services see as ports too. */
export type PortsAndListeners = Ports & {
  /**
   * A page of the connections of a listener, in the order of arrival; `after`: the cursor of the previous page.
   * `not_found` when there is no such listener.
   */
  readonly connections: (path: string, page: { readonly after: number; readonly limit: number }) => Result<PeerPage>;
};

type ListenerTable = { readonly listeners: ReadonlyMap<string, Listener>; readonly subscribers: Set<PortListener> };

/** Adds the configured listeners to the ports. Throws with the key's path when a listener is misconfigured. */
export function withListeners(ports: Ports, options: ListenersOptions): PortsAndListeners {
  const { configs, httpPort, protocols, gateway } = options;
  const [problem] = findListenerProblems({ listeners: configs, httpPort, protocols });
  if (problem !== undefined) throw new WaypostError('validation_failed', `configuration: ${problem}`);
  const subscribers = new Set<PortListener>();
  const listeners = createAll(options, (path) => {
    for (const subscriber of subscribers) subscriber(path);
  });
  const table: ListenerTable = { listeners, subscribers };
  const all = [...listeners.values()];
  return {
    start() {
      ports.start();
      for (const listener of all) listener.start();
    },
    async stop() {
      await Promise.all([ports.stop(), ...all.map((listener) => listener.stop())]);
    },
    protocols: ports.protocols,
    unused: ports.unused,
    findHolders: ports.findHolders,
    prepareChange: ports.prepareChange,
    setScan: ports.setScan,
    statuses: () => [...ports.statuses(), ...all.map((listener) => listener.status())],
    acquireLease: (path, protocol, holder) =>
      listeners.has(path) ? listenerErrors.noLease({ path }) : ports.acquireLease(path, protocol, holder),
    prepareCommand: (path, command) =>
      listeners.get(path)?.prepareCommand(command) ?? ports.prepareCommand(path, command),
    monitor(path, onLine) {
      const listener = listeners.get(path);
      if (listener === undefined) return ports.monitor(path, onLine);
      const monitorOptions = { protocols: Object.values(protocols), now: gateway.now, onLine };
      return success(listener.observe((startsAtLine) => createLineMonitor({ ...monitorOptions, startsAtLine })));
    },
    subscribe: (subscriber) => subscribe(table, ports, subscriber),
    connections(path, { after, limit }) {
      const listener = listeners.get(path);
      if (listener === undefined) return listenerErrors.notFound({ path });
      return success(listener.connections(after, limit));
    },
  };
}

function createAll(options: ListenersOptions, onChange: (path: string) => void): ReadonlyMap<string, Listener> {
  const { configs, protocols, receive, gateway, logger, limits = LISTENER_LIMITS } = options;
  const shared: SharedBudgets = {
    heldBytes: createHeldBytes(limits.partialBytes),
    unsettledBytes: createUnsettledBytes(limits.unsettledBytes),
    connections: createSharedConnections(),
  };
  const recentAddresses = createRecentAddresses(limits.recentIds, timers);
  const listeners = new Map<string, Listener>();
  for (const config of configs) {
    const protocol = protocols[config.protocol];
    if (protocol === undefined) continue;
    const listener = createListener({
      ...{ config, protocol, receive, gateway, timers, logger, limits, shared, recentAddresses },
      onChange() {
        onChange(listener.path);
      },
    });
    listeners.set(listener.path, listener);
  }
  return listeners;
}

function subscribe({ subscribers }: ListenerTable, ports: Ports, subscriber: PortListener): () => void {
  subscribers.add(subscriber);
  const unsubscribe = ports.subscribe(subscriber);
  return () => {
    subscribers.delete(subscriber);
    unsubscribe();
  };
}
