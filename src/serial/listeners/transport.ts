import type { Protocol } from '../../protocols/protocol.js';
import type { ListenerConfig } from '../../schema/config/config.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import type { Timers } from '../../time/clock.js';
import type { GatewayInfo } from '../session/port-reader.js';
import type { Port } from '../transport/port-types.js';
import type { HeldBytes, UnsettledBytes } from './budgets.js';
import type { SharedConnections } from './connection-room.js';
import type { ListenerLimits } from './limits.js';
import type { PeerSession } from './peer-session.js';
import type { Peer, Peers } from './peers.js';

/** What the connections of all listeners share. */
export type SharedBudgets = {
  readonly heldBytes: HeldBytes;
  readonly unsettledBytes: UnsettledBytes;
  readonly connections: SharedConnections;
};

/** The socket of a listener. */
export type ListenerSocket = {
  /** Resolves once it listens; rejects with a PortError. */
  readonly open: () => Promise<void>;
  /** Accepts nothing more, settles and acknowledges what was received, then closes. */
  readonly close: () => Promise<void>;
  /** null where there are no connections */
  readonly maxConnections: number | null;
};

export type OpenSessionOptions = {
  /** default: a connection */
  readonly isDatagram?: boolean;
  /** Called with each report of a registered device that is stored. */
  readonly onRegistered?: () => void;
};

/** What a transport gets of its listener. */
export type ListenerContext = {
  readonly config: ListenerConfig;
  readonly path: string;
  readonly protocol: Protocol;
  readonly limits: ListenerLimits;
  readonly shared: SharedBudgets;
  readonly peers: Peers;
  readonly gateway: GatewayInfo;
  readonly timers: Timers;
  /** Counts what was refused or closed. */
  readonly refuse: (reason: ListenerRefusal) => void;
  /** Whether a plain address is in `allow`; counts it if not. */
  readonly admits: (host: string) => boolean;
  readonly openSession: (peer: Peer, port: Port, options?: OpenSessionOptions) => PeerSession;
  /** The socket was lost after it was open. */
  readonly onLost: (reason: string) => void;
};

export type CreateListenerSocket = (context: ListenerContext) => ListenerSocket;
