import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.js';

type Connection = {
  readonly socket: Socket;
  readonly address: string;
  readonly port: number;
  request?: IncomingMessage | undefined;
};
/** The connections of one address by their remote port, the longest unused first. */
type AddressConnections = Map<number, Connection>;

export type Connections = {
  /** Ends connections without a request in progress. Node's own method skips those that have not sent anything yet. */
  readonly endIdle: () => void;
};

/** A complete request waits for its response. Any other connection may be closed to make room. */
const isServing = ({ request }: Connection): boolean => request?.complete === true;

/**
 * Limits the connections of `server`. When there are too many, the longest unused connection of the address that has
 * the most is closed. So an address that holds connections open locks out neither other clients nor itself.
 */
export function boundConnections(
  server: Server,
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsPerAddress'>,
): Connections {
  const byAddress = new Map<string, AddressConnections>();
  let total = 0;

  function makeRoom(own: AddressConnections): boolean {
    const isAddressFull = own.size >= limits.connectionsPerAddress;
    if (!isAddressFull && total < limits.connections) return true;
    const siblings = isAddressFull ? own : mostConnections(byAddress);
    const unused = [...siblings.values()].find((connection) => !isServing(connection));
    if (unused === undefined) return false;
    forget(unused);
    unused.socket.destroy();
    return true;
  }

  function forget(connection: Connection): void {
    const { address, port } = connection;
    const siblings = byAddress.get(address);
    // The remote port may be in use by a newer connection.
    if (siblings?.get(port) !== connection) return;
    siblings.delete(port);
    total -= 1;
    if (siblings.size === 0) byAddress.delete(address);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address, remotePort: port } = socket;
    const siblings = byAddress.get(address ?? '') ?? new Map<number, Connection>();
    if (address === undefined || port === undefined || !makeRoom(siblings)) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, address, port };
    byAddress.set(address, siblings.set(port, connection));
    total += 1;
    socket.once('close', () => {
      forget(connection);
    });
  });

  // With TLS, the sockets of a request and of its connection differ, but have the same address and port.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { remoteAddress = '', remotePort = 0 } = request.socket;
    const siblings = byAddress.get(remoteAddress);
    const connection = siblings?.get(remotePort);
    if (siblings === undefined || connection === undefined) return;
    connection.request = request;
    siblings.delete(remotePort);
    siblings.set(remotePort, connection);
    response.once('close', () => {
      if (connection.request === request) connection.request = undefined;
    });
  });

  return {
    endIdle() {
      for (const siblings of byAddress.values()) {
        for (const { request, socket } of siblings.values()) if (request === undefined) socket.destroy();
      }
    },
  };
}

function mostConnections(byAddress: ReadonlyMap<string, AddressConnections>): AddressConnections {
  let largest: AddressConnections = new Map();
  for (const siblings of byAddress.values()) if (siblings.size > largest.size) largest = siblings;
  return largest;
}
