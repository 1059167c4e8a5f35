import type { Ports } from '../serial/ports.js';
import type { Store, StoreStatus } from '../store/store.js';
import type { Clock } from './clock.js';

export type Brief = {
  /** `degraded`: it answers, but something needs a person */
  readonly status: 'ok' | 'degraded';
  readonly version: string;
  /** what is wrong, told to anyone only when nobody could sign in to be told */
  readonly reason?: string;
};

export type Full = Brief & {
  readonly store: StoreStatus;
  readonly serial: { readonly ports: number; readonly open: number };
  readonly clock: { readonly now: string; readonly upSeconds: number };
};

/** How the gateway is doing. */
export type Health = { readonly brief: () => Brief; readonly full: () => Full };

export type HealthOptions = {
  readonly store: Store;
  readonly ports: Pick<Ports, 'statuses'>;
  readonly clock: Clock;
  readonly version: string;
};

export function createHealth({ store, ports, clock, version }: HealthOptions): Health {
  const brief = (): Brief => {
    const { writable, reason, losses } = store.status();
    const heard = ports.statuses();
    const well = writable && losses.length === 0 && heard.every(({ state }) => state === 'open' || state === 'opening');
    const untold = store.state.users.size === 0 && reason !== null ? { reason } : {};
    return { status: well ? 'ok' : 'degraded', version, ...untold };
  };
  return {
    brief,
    full() {
      const statuses = ports.statuses();
      return {
        ...brief(),
        store: store.status(),
        serial: { ports: statuses.length, open: statuses.filter(({ state }) => state === 'open').length },
        clock: { now: new Date(clock.now()).toISOString(), upSeconds: Math.round(clock.monotonic() / 1000) },
      };
    },
  };
}
