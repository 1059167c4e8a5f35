import { networkOf } from '../../domain/accounts/client-address.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import type { ListenerLimits } from './limits.js';

type RoomConnection = { readonly close: (reason: ListenerRefusal) => unknown };

/** The connections of one address (IPv6: of one /64) to one listener, the oldest first. */
type Group = {
  /** has sent no frame */
  readonly silent: Set<RoomConnection>;
  /** has sent frames, but of no registered device: anyone can make up an id */
  readonly unknown: Set<RoomConnection>;
  /** has sent a report of a registered device */
  readonly known: Set<RoomConnection>;
};

/** The open connections of all listeners. */
export type SharedConnections = { count: number; readonly groups: Set<Group> };

export const createSharedConnections = (): SharedConnections => ({ count: 0, groups: new Set() });

type RoomOptions = {
  readonly limits: Pick<ListenerLimits, 'connections' | 'connectionsPerAddress'>;
  readonly shared: { readonly connections: SharedConnections };
  /** Counts what was refused. */
  readonly refuse: (reason: ListenerRefusal) => void;
};

/**
 * The open connections of a listener, within the limits. If there are too many, one gives way to the new one: of the
 * address that has the most connections without a registered device; if there is none, of the address that has the most,
 * and more than the new one has. So no address locks out the trackers of others.
 */
export type ConnectionRoom<Connection> = {
  /** Whether one more connection of the host has room, after another one was closed if need be; counts it if not. */
  readonly make: (host: string) => boolean;
  readonly add: (host: string, connection: Connection) => void;
  readonly onFrame: (host: string, connection: Connection) => void;
  /** It has sent a report of a registered device. */
  readonly onRegistered: (host: string, connection: Connection) => void;
  readonly remove: (host: string, connection: Connection) => void;
  /** the oldest first */
  readonly connections: () => ReadonlySet<Connection>;
};

const sizeOf = ({ silent, unknown, known }: Group): number => silent.size + unknown.size + known.size;
const strangersOf = ({ silent, unknown }: Group): number => silent.size + unknown.size;

export function createConnectionRoom<Connection extends RoomConnection>(
  { limits, shared, refuse }: RoomOptions,
  maxConnections: number,
): ConnectionRoom<Connection> {
  const all = shared.connections;
  const connections = new Set<Connection>();
  const groups = new Map<string, Group>();

  const groupOf = (host: string): Group =>
    groups.get(networkOf(host)) ?? { silent: new Set(), unknown: new Set(), known: new Set() };

  return {
    make(host) {
      const own = groupOf(host);
      if (sizeOf(own) >= limits.connectionsPerAddress) return makeRoom(strangerIn(own), 'address_limit');
      if (connections.size >= maxConnections) return makeRoom(findVictim(groups.values(), own), 'connection_limit');
      if (all.count >= limits.connections) return makeRoom(findVictim(all.groups, own), 'connection_limit');
      return true;
    },
    add(host, connection) {
      const group = groupOf(host);
      group.silent.add(connection);
      groups.set(networkOf(host), group);
      all.groups.add(group);
      connections.add(connection);
      all.count += 1;
    },
    onFrame(host, connection) {
      const { silent, unknown } = groupOf(host);
      if (silent.delete(connection)) unknown.add(connection);
    },
    onRegistered(host, connection) {
      const { silent, unknown, known } = groupOf(host);
      if (silent.delete(connection) || unknown.delete(connection)) known.add(connection);
    },
    remove(host, connection) {
      if (!connections.delete(connection)) return;
      all.count -= 1;
      const group = groupOf(host);
      for (const members of Object.values(group)) members.delete(connection);
      if (sizeOf(group) > 0) return;
      groups.delete(networkOf(host));
      all.groups.delete(group);
    },
    connections: () => connections,
  };

  function makeRoom(victim: RoomConnection | undefined, reason: ListenerRefusal): boolean {
    if (victim === undefined) refuse(reason);
    else victim.close('gave_way');
    return victim !== undefined;
  }
}

/** The oldest without a frame, else the oldest without a registered device. */
function strangerIn({ silent, unknown }: Group): RoomConnection | undefined {
  const [oldest] = silent.size > 0 ? silent : unknown;
  return oldest;
}

/** The connection that gives way to one more of the group `own`. */
function findVictim(candidates: Iterable<Group>, own: Group): RoomConnection | undefined {
  let strangest = own;
  let largest = own;
  for (const group of candidates) {
    if (strangersOf(group) > strangersOf(strangest)) strangest = group;
    if (sizeOf(group) > sizeOf(largest)) largest = group;
  }
  const stranger = strangerIn(strangest);
  if (stranger !== undefined) return stranger;
  const [oldest] = sizeOf(largest) > sizeOf(own) + 1 ? largest.known : [];
  return oldest;
}
