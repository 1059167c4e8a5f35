import type { Ports } from '../../serial/port/ports.js';
import type { BriefHealth, FullHealth, OutboxStatus } from '../../schema/system/health.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { DiskSpace } from '../../disk/space.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../time/clock-trust.js';
import type { Clock } from '../../time/clock.js';

/** How the gateway is doing. */
export type Health = { readonly brief: () => BriefHealth; readonly full: () => FullHealth };

export type HealthOptions = {
  readonly store: Store;
  readonly ports: Pick<Ports, 'statuses'>;
  readonly outbox: () => OutboxStatus;
  readonly disk: () => DiskSpace;
  readonly wear: () => WearStatus;
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'quality' | 'reason'>;
  readonly version: string;
};

export function createHealth({ store, ports, outbox, disk, wear, clock, trust, version }: HealthOptions): Health {
  const brief = (): BriefHealth => {
    const { writable, reason, losses } = store.status();
    const statuses = ports.statuses();
    const arePortsOpen = statuses.every(({ state }) => state === 'open' || state === 'opening');
    // A depot without internet is well as long as nothing is to be sent.
    const canSend = outbox().channels.every(({ state, waiting }) => state !== 'unavailable' || waiting === 0);
    const isHealthy = writable && losses.length === 0 && arePortsOpen && canSend && trust.quality() !== 'none';
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
          now: new Date(clock.now()).toISOString(),
          upSeconds: Math.round(clock.monotonic() / 1000),
          quality: trust.quality(),
          reason: trust.reason(),
        },
      };
    },
  };
}
