import type { DiskSpace } from '../../disk/space.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { BriefHealth, FullHealth, OutboxStatus } from '../../schema/system/health.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** The state of the gateway: `brief` for anyone, `full` for users. */
export type Health = { readonly brief: () => BriefHealth; readonly full: () => FullHealth };

export type HealthOptions = {
  readonly store: Pick<Store, 'state' | 'status'>;
  readonly ports: Pick<Ports, 'statuses'>;
  readonly outbox: () => OutboxStatus;
  readonly disk: () => DiskSpace;
  readonly wear: () => WearStatus;
  readonly time: Pick<Time, 'now' | 'monotonic' | 'quality' | 'reason'>;
  readonly version: string;
};

export function createHealth({ store, ports, outbox, disk, wear, time, version }: HealthOptions): Health {
  const brief = (): BriefHealth => {
    const { writable, reason, losses } = store.status();
    const statuses = ports.statuses();
    const arePortsOpen = statuses.every(({ state }) => state === 'open' || state === 'opening');
    // An unavailable channel is a problem only while messages wait for it: a depot may have no internet.
    const canSend = outbox().channels.every(({ state, waiting }) => state !== 'unavailable' || waiting === 0);
    const isHealthy = writable && losses.length === 0 && arePortsOpen && canSend && time.quality() !== 'none';
    // Shown to anyone: without users, no sign-in is possible to read the full health.
    const storeReason = store.state.users.size === 0 && reason !== null ? { reason } : {};
    return { status: isHealthy ? 'ok' : 'degraded', version, ...storeReason };
  };
  return {
    brief,
    full() {
      const statuses = ports.statuses();
      return {
        ...brief(),
        store: store.status(),
        disk: disk(),
        wear: wear(),
        serial: {
          ports: statuses.length,
          open: statuses.filter(({ state }) => state === 'open').length,
          unknownDevices: store.state.quarantine.devices.size,
        },
        outbox: outbox(),
        clock: {
          now: new Date(time.now()).toISOString(),
          upSeconds: Math.round(time.monotonic() / 1000),
          quality: time.quality(),
          reason: time.reason(),
        },
      };
    },
  };
}
