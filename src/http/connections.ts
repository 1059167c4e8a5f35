import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.js';

type Connection = {
  readonly socket: Socket;
  readonly address: string;
  readonly port: number;
  request?: IncomingMessage | undefined;
};
/** those of one address by their port there, the longest unused first */
type Crowd = Map<number, Connection>;

export type Connections = {
  /** Ends those on which no request is under way. Node's own way leaves out those that have not sent anything yet. */
  readonly endIdle: () => void;
};

/** A whole request is there and its answer is not: everything else may be cut off when room is needed. */
const isServing = ({ request }: Connection): boolean => request?.complete === true;

/**
 * Bounds the connections of `server`. Where there are too many, the longest unused of the address that has the most
 * makes room for the new one: who opens connections and holds them open shuts nobody out, himself included.
 */
export function boundConnections(
  server: Server,
  limits: Pick<Limits, 'connections' | 'connectionsPerAddress'>,
): Connections {
  const crowds = new Map<string, Crowd>();
  let total = 0;

  function hasRoom(own: Crowd): boolean {
    const isCrowded = own.size >= limits.connectionsPerAddress;
    if (!isCrowded && total < limits.connections) return true;
    const crowd = isCrowded ? own : largest(crowds);
    const unused = [...crowd.values()].find((connection) => !isServing(connection));
    if (unused === undefined) return false;
    forget(unused);
    unused.socket.destroy();
    return true;
  }

  function forget(connection: Connection): void {
    const { address, port } = connection;
    const crowd = crowds.get(address);
    // The port may have been taken again meanwhile.
    if (crowd?.get(port) !== connection) return;
    crowd.delete(port);
    total -= 1;
    if (crowd.size === 0) crowds.delete(address);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address, remotePort: port } = socket;
    const crowd = crowds.get(address ?? '') ?? new Map<number, Connection>();
    if (address === undefined || port === undefined || !hasRoom(crowd)) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, address, port };
    crowds.set(address, crowd.set(port, connection));
    total += 1;
    socket.once('close', () => {
      forget(connection);
    });
  });

  // Over TLS the socket of a request is another one than that of its connection: both have the same address and port.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { remoteAddress = '', remotePort = 0 } = request.socket;
    const crowd = crowds.get(remoteAddress);
    const connection = crowd?.get(remotePort);
    if (crowd === undefined || connection === undefined) return;
    connection.request = request;
    crowd.delete(remotePort);
    crowd.set(remotePort, connection);
    response.once('close', () => {
      if (connection.request === request) connection.request = undefined;
    });
  });

  return {
    endIdle() {
      for (const crowd of crowds.values()) {
        for (const { request, socket } of crowd.values()) if (request === undefined) socket.destroy();
      }
    },
  };
}

function largest(crowds: ReadonlyMap<string, Crowd>): Crowd {
  let most: Crowd = new Map();
  for (const crowd of crowds.values()) if (crowd.size > most.size) most = crowd;
  return most;
}
