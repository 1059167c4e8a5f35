import { addCounters, createCounters, type Counters } from '../../protocols/counters.js';
import type { Connection } from '../../schema/ports/listener.js';
import { addressOf } from '../../schema/ports/port-path.js';
import { countersView } from '../port/counters-view.js';

/** A connected tracker, or a sender of datagrams. */
export type Peer = {
  /** the order of arrival, from 1 */
  readonly n: number;
  /** without its port: of the same tracker in another connection, it is usually the same */
  readonly host: string;
  readonly port: number;
  /** ms since 1970 */
  readonly connectedAt: number;
  lastFrameAt: number | undefined;
  /** the id that it reported last */
  deviceId: string | undefined;
  readonly counters: Counters;
};

/** `next`: the cursor of the following page; left out for the last one */
export type PeerPage = { readonly connections: readonly Connection[]; readonly next?: string };

/** The peers of one listener, and the counts of all that it ever had. */
export type Peers = {
  readonly add: (host: string, port: number, now: number) => Peer;
  /** Call it once nothing changes the peer's counters any more. */
  readonly remove: (peer: Peer) => void;
  readonly counters: () => Counters;
  readonly size: () => number;
  /** In the order of arrival; `after`: the cursor of the previous page. */
  readonly page: (protocol: string, after: number, limit: number) => PeerPage;
};

export function createPeers(): Peers {
  const peers = new Map<number, Peer>();
  const removed = createCounters();
  let last = 0;
  return {
    add(host, port, now) {
      const n = (last += 1);
      const peer: Peer = {
        ...{ n, host, port, connectedAt: now },
        ...{ lastFrameAt: undefined, deviceId: undefined, counters: createCounters() },
      };
      peers.set(n, peer);
      return peer;
    },
    remove(peer) {
      if (peers.delete(peer.n)) addCounters(removed, peer.counters);
    },
    counters() {
      const sum = createCounters();
      addCounters(sum, removed);
      for (const { counters } of peers.values()) addCounters(sum, counters);
      return sum;
    },
    size: () => peers.size,
    page(protocol, after, limit) {
      const found: Peer[] = [];
      for (const peer of peers.values()) {
        if (peer.n > after) found.push(peer);
        if (found.length > limit) break;
      }
      const shown = found.slice(0, limit);
      const connections = shown.map((peer) => viewOf(peer, protocol));
      const end = shown.at(-1);
      return found.length > limit && end !== undefined ? { connections, next: String(end.n) } : { connections };
    },
  };
}

const viewOf = (peer: Peer, protocol: string): Connection => ({
  address: addressOf(peer),
  deviceId: peer.deviceId ?? null,
  protocol,
  connectedAt: new Date(peer.connectedAt).toISOString(),
  lastFrameAt: peer.lastFrameAt === undefined ? null : new Date(peer.lastFrameAt).toISOString(),
  counters: countersView(peer.counters),
});
