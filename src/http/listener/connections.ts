import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '../../domain/accounts/client-address.js';
import type { Refusals } from '../../services/system/refusals.js';
import type { ConnectionLimits } from './connection-limits.js';

type Connection = {
  readonly socket: Socket;
  readonly group: Group;
  /** Has a user signed in over it? */
  isKnown: boolean;
  request?: IncomingMessage | undefined;
  response?: ServerResponse | undefined;
};
/** The connections of one address (IPv6: of one /64): those of strangers and of users, the longest unused first. */
type Group = { readonly network: string; readonly strangers: Set<Connection>; readonly known: Set<Connection> };

export type ConnectionsOptions = {
  readonly limits: Pick<ConnectionLimits, 'connections' | 'connectionsPerAddress'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

export type Connections = {
  /** Has to be called when a request is started. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Has to be called when its response is closed. */
  readonly onClose: (request: IncomingMessage) => void;
  /** Has to be called when the caller of a request is known: the connection is closed after those of strangers. */
  readonly onCaller: (request: IncomingMessage) => void;
  /** Whether a response may be written to the socket: its connection is established, and no response has begun. */
  readonly canRespond: (socket: Duplex) => boolean;
  /** Ends connections without a request in progress. Node's own method skips those that have not sent anything yet. */
  readonly endIdle: () => void;
};

/** Half a request, or none. */
const isUnused = ({ request }: Connection): boolean => request?.complete !== true;
/** The client does not take the answer as fast as it could be sent. */
const isUnread = ({ response }: Connection): boolean => response?.headersSent === true && response.writableLength > 0;

const sizeOf = ({ strangers, known }: Group): number => strangers.size + known.size;
const membersOf = ({ group, isKnown }: Connection): Set<Connection> => (isKnown ? group.known : group.strangers);

/**
 * Limits the connections of `server`. When there are too many, one of a stranger is closed, of the address that has the
 * most of them: the longest unused; else the one whose answer has not been read for the longest time; and for the sake of
 * an address that has fewer, whichever began first. Only if there is none, one of a user is closed in the same way. So an
 * address that holds connections open locks out neither other clients nor itself.
 */
export function boundConnections(server: Server, { limits, refusals }: ConnectionsOptions): Connections {
  const groups = new Map<string, Group>();
  const connections = new WeakMap<Duplex, Connection>();
  let total = 0;

  /** Whether there is room for one more connection of the group, after another one was closed if need be. */
  function makeRoom(own: Group): boolean {
    const isOwnFull = sizeOf(own) >= limits.connectionsPerAddress;
    if (!isOwnFull && total < limits.connections) return true;
    const victim = findVictim(isOwnFull ? [own] : groups.values(), own);
    const { group } = victim ?? { group: own };
    refusals.note('connection_closed', { from: group.network, connections: sizeOf(group) });
    if (victim === undefined) return false;
    forget(victim);
    victim.socket.destroy();
    return true;
  }

  function forget(connection: Connection): void {
    const { group } = connection;
    if (!membersOf(connection).delete(connection)) return;
    total -= 1;
    if (sizeOf(group) === 0) groups.delete(group.network);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const network = networkOf(remoteAddress ?? '');
    const group: Group = groups.get(network) ?? { network, strangers: new Set(), known: new Set() };
    if (remoteAddress === undefined || !makeRoom(group)) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, group, isKnown: false };
    groups.set(network, group);
    group.strangers.add(connection);
    connections.set(socket, connection);
    total += 1;
    socket.once('close', () => {
      forget(connection);
    });
  });

  // With TLS, the sockets of a request and of its connection differ, but have the same address and port.
  server.on('secureConnection', (socket: Socket) => {
    const { remoteAddress, remotePort } = socket;
    for (const connection of groups.get(networkOf(remoteAddress ?? ''))?.strangers ?? []) {
      const { socket: raw } = connection;
      if (raw.remotePort === remotePort && raw.remoteAddress === remoteAddress) connections.set(socket, connection);
    }
  });

  return {
    onRequest(request, response) {
      const connection = connections.get(request.socket);
      if (connection === undefined) return;
      const members = membersOf(connection);
      connection.request = request;
      connection.response = response;
      if (members.delete(connection)) members.add(connection);
    },
    onClose({ socket }) {
      const connection = connections.get(socket);
      if (connection === undefined) return;
      connection.request = undefined;
      connection.response = undefined;
    },
    onCaller({ socket }) {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isKnown || !connection.group.strangers.delete(connection)) return;
      connection.isKnown = true;
      connection.group.known.add(connection);
    },
    canRespond(socket) {
      const connection = connections.get(socket);
      return connection !== undefined && connection.response?.headersSent !== true;
    },
    endIdle() {
      for (const { strangers, known } of groups.values()) {
        for (const { request, socket } of [...strangers, ...known]) if (request === undefined) socket.destroy();
      }
    },
  };
}

/** The connection to close for one of the group `own`: of strangers, if there is one. */
function findVictim(groups: Iterable<Group>, own: Group): Connection | undefined {
  const candidates = [...groups];
  for (const kind of ['strangers', 'known'] as const) {
    const largest = candidates.reduce((most, group) => (group[kind].size > most[kind].size ? group : most), own);
    const victim = victimOf(largest[kind], largest[kind].size > own[kind].size + 1);
    if (victim !== undefined) return victim;
  }
  return undefined;
}

/** `mayInterrupt`: also a connection whose request is being worked on. */
function victimOf(members: ReadonlySet<Connection>, mayInterrupt: boolean): Connection | undefined {
  let unread: Connection | undefined;
  let first: Connection | undefined;
  for (const connection of members) {
    if (isUnused(connection)) return connection;
    first ??= connection;
    if (unread === undefined && isUnread(connection)) unread = connection;
  }
  return unread ?? (mayInterrupt ? first : undefined);
}
