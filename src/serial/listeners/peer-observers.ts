import type { Protocol } from '../../protocols/protocol.js';
import type { MessageOutcome, PortContext, PortObserver } from '../monitor/observer.js';
import type { Peer } from './peers.js';

/** Creates the observer of one connection; `startsAtLine`: its data begins at the start of a line */
export type CreatePeerObserver = (startsAtLine: boolean) => PortObserver;

/** The observers of the connections of a listener; without any, the only work is a check. */
export type PeerObservers = {
  /** Observes each connection with an observer of its own, until the returned function is called. */
  readonly add: (create: CreatePeerObserver) => () => void;
  readonly onData: (peer: Peer, chunk: Uint8Array) => void;
  readonly onCounters: (peer: Peer) => void;
  readonly onOutcome: (peer: Peer, outcome: MessageOutcome) => void;
};

type ObserverSet = { readonly create: CreatePeerObserver; readonly byPeer: WeakMap<Peer, PortObserver> };

export function createPeerObservers(protocol: Protocol, secrets: readonly RegExp[]): PeerObservers {
  const sets = new Set<ObserverSet>();

  function each(peer: Peer, run: (observer: PortObserver) => void): void {
    for (const { create, byPeer } of sets) {
      const observer = byPeer.get(peer) ?? create(peer.counters.bytes === 0);
      byPeer.set(peer, observer);
      run(observer);
    }
  }

  return {
    add(create) {
      const set: ObserverSet = { create, byPeer: new WeakMap() };
      sets.add(set);
      return () => void sets.delete(set);
    },
    onData(peer, chunk) {
      if (sets.size === 0) return;
      const context: PortContext = { protocol, isLeased: false, openCount: peer.n, commandSecrets: secrets };
      each(peer, (observer) => {
        observer.onCounters(peer.counters);
        observer.onData(chunk, context);
      });
    },
    onCounters(peer) {
      if (sets.size > 0)
        each(peer, (observer) => {
          observer.onCounters(peer.counters);
        });
    },
    onOutcome(peer, outcome) {
      if (sets.size > 0)
        each(peer, (observer) => {
          observer.onOutcome(outcome);
        });
    },
  };
}
