import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '../../domain/accounts/client-address.js';
import type { Refusals } from '../../services/system/refusals.js';
import type { ConnectionLimits } from './connection-limits.js';

type Connection = {
  readonly socket: Socket;
  readonly group: Group;
  request?: IncomingMessage | undefined;
  response?: ServerResponse | undefined;
};
/** The connections of one address (IPv6: of one /64), the longest unused first. */
type Group = { readonly network: string; readonly members: Set<Connection> };

export type ConnectionsOptions = {
  readonly limits: Pick<ConnectionLimits, 'connections' | 'connectionsPerAddress'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

export type Connections = {
  /** Has to be called when a request is started. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether a response may be written to the socket: its connection is established, and no response has begun. */
  readonly canRespond: (socket: Duplex) => boolean;
  /** Ends connections without a request in progress. Node's own method skips those that have not sent anything yet. */
  readonly endIdle: () => void;
};

/** Half a request, or none. */
const isUnused = ({ request }: Connection): boolean => request?.complete !== true;
/** The client does not take the answer as fast as it could be sent. */
const isUnread = ({ response }: Connection): boolean => response?.headersSent === true && response.writableLength > 0;

/**
 * Limits the connections of `server`. When there are too many, one of the address that has the most is closed: the
 * longest unused; else the one whose answer has not been read for the longest time; and for the sake of an address that
 * has fewer, whichever began first. So an address that holds connections open locks out neither other clients nor itself.
 */
export function boundConnections(server: Server, { limits, refusals }: ConnectionsOptions): Connections {
  const groups = new Map<string, Group>();
  const connections = new WeakMap<Duplex, Connection>();
  let total = 0;

  /** Whether there is room for one more connection of the group, after another one was closed if need be. */
  function makeRoom(own: Group): boolean {
    const isOwnFull = own.members.size >= limits.connectionsPerAddress;
    if (!isOwnFull && total < limits.connections) return true;
    const largest = isOwnFull ? own : largestOf(groups, own);
    const isShared = largest.members.size > own.members.size + 1;
    const victim = findVictim(largest, isShared);
    refusals.note('connection_closed', { from: largest.network, connections: largest.members.size });
    if (victim === undefined) return false;
    forget(victim);
    victim.socket.destroy();
    return true;
  }

  function forget(connection: Connection): void {
    const { members, network } = connection.group;
    if (!members.delete(connection)) return;
    total -= 1;
    if (members.size === 0) groups.delete(network);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const network = networkOf(remoteAddress ?? '');
    const group = groups.get(network) ?? { network, members: new Set<Connection>() };
    if (remoteAddress === undefined || !makeRoom(group)) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, group };
    groups.set(network, group);
    group.members.add(connection);
    connections.set(socket, connection);
    total += 1;
    socket.once('close', () => {
      forget(connection);
    });
  });

  // With TLS, the sockets of a request and of its connection differ, but have the same address and port.
  server.on('secureConnection', (socket: Socket) => {
    const { remoteAddress, remotePort } = socket;
    for (const connection of groups.get(networkOf(remoteAddress ?? ''))?.members ?? []) {
      const { socket: raw } = connection;
      if (raw.remotePort === remotePort && raw.remoteAddress === remoteAddress) connections.set(socket, connection);
    }
  });

  return {
    onRequest(request, response) {
      const connection = connections.get(request.socket);
      if (connection === undefined) return;
      const { members } = connection.group;
      connection.request = request;
      connection.response = response;
      if (members.delete(connection)) members.add(connection);
      response.once('close', () => {
        connection.request = undefined;
        connection.response = undefined;
      });
    },
    canRespond(socket) {
      const connection = connections.get(socket);
      return connection !== undefined && connection.response?.headersSent !== true;
    },
    endIdle() {
      for (const { members } of groups.values()) {
        for (const { request, socket } of members) if (request === undefined) socket.destroy();
      }
    },
  };
}

/** `mayInterrupt`: also a connection whose request is being worked on. */
function findVictim({ members }: Group, mayInterrupt: boolean): Connection | undefined {
  let unread: Connection | undefined;
  let first: Connection | undefined;
  for (const connection of members) {
    if (isUnused(connection)) return connection;
    first ??= connection;
    if (unread === undefined && isUnread(connection)) unread = connection;
  }
  return unread ?? (mayInterrupt ? first : undefined);
}

/** The group with the most connections; of equals, the own one. */
function largestOf(groups: ReadonlyMap<string, Group>, own: Group): Group {
  let largest = own;
  for (const group of groups.values()) if (group.members.size > largest.members.size) largest = group;
  return largest;
}
