import type { Receive } from '../../domain/report.js';
import type { Result } from '../../errors.js';
import type { LogLines } from '../../logger.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import { withText } from '../../messages/with-text.js';
import type { CommandRefusal, Protocol } from '../../protocols/protocol.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import { createNetworkList } from '../../schema/ports/network.js';
import { listenerPathOf } from '../../schema/ports/port-path.js';
import type { PortState, PortStatus } from '../../schema/ports/port.js';
import type { Timers } from '../../time/clock.js';
import { createReconnector, type Reconnector } from '../port/reconnector.js';
import { countersView } from '../port/counters-view.js';
import { listenerErrors, portMessages } from '../messages.js';
import type { PortCommand, PreparedCommand } from '../session/pending-commands.js';
import { createDateCheck } from '../session/date-check.js';
import type { GatewayInfo } from '../session/port-reader.js';
import { createConflictNote, type RecentAddresses } from './conflicts.js';
import { createDeviceSessions } from './device-sessions.js';
import { createLimitedLog } from './limited-log.js';
import type { ListenerLimits } from './limits.js';
import { openSession, type SessionHost } from './open-session.js';
import { createPeerObservers, type CreatePeerObserver } from './peer-observers.js';
import { createPeers, type PeerPage, type Peers } from './peers.js';
import type { ListenerContext, ListenerSocket, SharedBudgets } from './transport.js';
import { transports } from './transports.js';

/** A network port on which trackers connect. */
export type Listener = {
  readonly path: string;
  readonly start: () => void;
  /** Resolves when it is closed and every submitted report is settled. */
  readonly stop: () => Promise<void>;
  readonly status: () => PortStatus;
  /** Encodes a command for the connection on which the device reported last; `unavailable` without one. */
  readonly prepareCommand: (command: PortCommand) => Result<PreparedCommand, CommandRefusal>;
  readonly connections: (after: number, limit: number) => PeerPage;
  /** Observes each connection with an observer of its own, until the returned function is called. */
  readonly observe: (create: CreatePeerObserver) => () => void;
};

export type ListenerOptions = {
  readonly config: ListenerConfig;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  readonly timers: Timers;
  readonly logger: LogLines;
  readonly limits: ListenerLimits;
  readonly shared: SharedBudgets;
  readonly recentAddresses: RecentAddresses;
  /** called when the status has changed, except for its counts */
  readonly onChange: () => void;
};

type ListenerRecord = {
  readonly options: ListenerOptions;
  readonly path: string;
  readonly peers: Peers;
  readonly host: SessionHost;
  readonly refused: Map<ListenerRefusal, number>;
  readonly socket: ListenerSocket;
  readonly reconnector: Reconnector;
  state: PortState;
  reason: GatewayMessage | null;
  openCount: number;
  lastFrameAt: number | undefined;
};

export function createListener(options: ListenerOptions): Listener {
  const { config, protocol, timers } = options;
  const path = listenerPathOf(config);
  const peers = createPeers();
  const refused = new Map<ListenerRefusal, number>();
  const host = createHost(options, path, {
    refuse: (reason) => void refused.set(reason, (refused.get(reason) ?? 0) + 1),
    onFrame: (receivedAt) => void (listener.lastFrameAt = receivedAt),
  });
  const reconnector = createReconnector({
    path,
    open: () => open(listener),
    // An address is never absent: it is tried again after each wait.
    readNodeIdentity: () => Promise.resolve(path),
    timers,
    onState(state, reason) {
      setState(listener, state, reason);
    },
  });
  const socket = transports[config.transport](contextOf(options, host, peers, reconnector));
  const listener: ListenerRecord = {
    ...{ options, path, peers, host, refused, socket, reconnector },
    ...{ state: 'opening', reason: null, openCount: 0, lastFrameAt: undefined },
  };

  return {
    path,
    start: reconnector.start,
    async stop() {
      await reconnector.stop();
      await socket.close();
      host.conflictNote.stop();
    },
    status: () => statusOf(listener),
    prepareCommand: (command) => prepareCommand(listener, command),
    connections: (after, limit) => peers.page(protocol.name, after, limit),
    observe: host.observers.add,
  };
}

function createHost(options: ListenerOptions, path: string, own: Pick<SessionHost, 'refuse' | 'onFrame'>): SessionHost {
  const { protocol, receive, gateway, timers, logger, shared, recentAddresses, onChange } = options;
  const secrets: RegExp[] = [];
  return {
    ...{ path, protocol, receive, gateway, timers, recentAddresses, secrets },
    ...own,
    logger: createLimitedLog(logger, timers),
    unsettledBytes: shared.unsettledBytes,
    deviceSessions: createDeviceSessions(),
    observers: createPeerObservers(protocol, secrets),
    conflictNote: createConflictNote(timers, onChange),
    dates: createDateCheck({ gateway, onChange }),
  };
}

function contextOf(
  { config, protocol, limits, shared, gateway, timers }: ListenerOptions,
  host: SessionHost,
  peers: Peers,
  reconnector: Reconnector,
): ListenerContext {
  const isInAllow = createNetworkList(config.allow);
  const { path, refuse } = host;
  return {
    ...{ config, path, protocol, limits, shared, peers, gateway, timers, refuse },
    admits(address) {
      if (isInAllow(address)) return true;
      refuse('outside_allow');
      return false;
    },
    openSession: (peer, port, options = {}) => openSession(host, peer, port, options),
    onLost(reason) {
      reconnector.onLost(portMessages.failed({ path, detail: reason }));
    },
  };
}

async function open(listener: ListenerRecord): Promise<void> {
  await listener.socket.open();
  listener.openCount += 1;
}

function setState(listener: ListenerRecord, state: PortState, reason: GatewayMessage | null): void {
  const { path, options } = listener;
  listener.state = state;
  listener.reason = reason;
  if (state === 'open') options.logger.info({ path, protocol: options.protocol.name }, 'listener open');
  else options.logger.warn({ path, reason: reason && english(reason) }, `listener ${state}`);
  options.onChange();
}

function prepareCommand(
  { path, options, host }: ListenerRecord,
  command: PortCommand,
): Result<PreparedCommand, CommandRefusal> {
  const session = host.deviceSessions.get(command.deviceId);
  if (session !== undefined) return session.prepareCommand(command);
  if (options.config.transport !== 'tcp') {
    return listenerErrors.noConnections({ path });
  }
  return listenerErrors.notConnected({ device: command.deviceId, path });
}

const openNote = ({ conflictNote, dates }: SessionHost): GatewayMessage | null =>
  conflictNote.current() ?? dates.reason();

function statusOf(listener: ListenerRecord): PortStatus {
  const { path, options, peers, host, socket, refused, openCount, lastFrameAt } = listener;
  const reopened = Math.max(0, openCount - 1);
  return {
    path,
    name: null,
    source: 'configuration',
    by: [],
    state: listener.state,
    ...withText('reason', listener.state === 'open' ? openNote(host) : listener.reason),
    protocol: options.protocol.name,
    baudRate: null,
    deviceId: null,
    counters: countersView({ ...peers.counters(), reopened }),
    lastFrameAt: lastFrameAt === undefined ? null : new Date(lastFrameAt).toISOString(),
    candidates: [],
    listener: {
      connections: peers.size(),
      maxConnections: socket.maxConnections,
      refused: Object.fromEntries(refused),
      conflicts: host.conflictNote.count(),
    },
  };
}
