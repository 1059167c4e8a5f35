import { networkOf } from '../../domain/accounts/client-address.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import type { ListenerContext } from './transport.js';

type RoomConnection = { readonly close: (reason: ListenerRefusal) => unknown };

/** The open connections of a listener, within the limits. One without a frame gives way to a newer one. */
export type ConnectionRoom<Connection> = {
  /** Whether one more connection of the host has room, after another one was closed if need be; counts it if not. */
  readonly make: (host: string) => boolean;
  readonly add: (host: string, connection: Connection) => void;
  /** It has sent a frame: it does not give way any more. */
  readonly keep: (connection: Connection) => void;
  readonly remove: (host: string, connection: Connection) => void;
  /** the oldest first */
  readonly connections: () => ReadonlySet<Connection>;
};

export function createConnectionRoom<Connection extends RoomConnection>(
  { limits, shared, refuse }: Pick<ListenerContext, 'limits' | 'shared' | 'refuse'>,
  maxConnections: number,
): ConnectionRoom<Connection> {
  const connections = new Set<Connection>();
  const withoutFrame = new Set<Connection>();
  /** by address (IPv6: by /64) */
  const byNetwork = new Map<string, Set<Connection>>();

  function makeOrRefuse(connection: Connection | undefined, reason: ListenerRefusal): boolean {
    if (connection === undefined) refuse(reason);
    else connection.close('gave_way');
    return connection !== undefined;
  }

  return {
    make(host) {
      const own = byNetwork.get(networkOf(host)) ?? new Set();
      if (own.size >= limits.connectionsPerAddress) {
        return makeOrRefuse(
          [...own].find((connection) => withoutFrame.has(connection)),
          'address_limit',
        );
      }
      if (connections.size < maxConnections && shared.connections < limits.connections) return true;
      const [oldest] = withoutFrame;
      return makeOrRefuse(oldest, 'connection_limit');
    },
    add(host, connection) {
      const network = networkOf(host);
      connections.add(connection);
      withoutFrame.add(connection);
      byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(connection));
      shared.connections += 1;
    },
    keep: (connection) => void withoutFrame.delete(connection),
    remove(host, connection) {
      if (!connections.delete(connection)) return;
      shared.connections -= 1;
      withoutFrame.delete(connection);
      const network = networkOf(host);
      const own = byNetwork.get(network);
      own?.delete(connection);
      if (own?.size === 0) byNetwork.delete(network);
    },
    connections: () => connections,
  };
}
