import { canSee, isDisplay, isRestricted } from '../../domain/accounts/scope.js';
import { withText } from '../../messages/with-text.js';
import { isDiskFull, type DiskSpace } from '../../domain/disk-space.js';
import type { User } from '../../schema/accounts/user.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { BriefHealth, FullHealth, HistoryStatus, OutboxStatus, UplinkHealth } from '../../schema/system/health.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Ports } from '../../serial/port/ports.js';
import type { PreviousStores } from '../../store/backup/previous-stores.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { UplinkReading } from '../uplinks/uplinks.js';
import { uplinkHealth } from './uplink-health.js';

/** The state of the gateway: `brief` for anyone, `full` for users; of devices that a user may not see, no id. */
export type Health = { readonly brief: () => BriefHealth; readonly full: (user: User) => FullHealth };

export type HealthOptions = {
  readonly store: Pick<Store, 'state' | 'status' | 'reach'>;
  /** `store.retention.days`: may be changed */
  readonly retentionDays: () => number;
  readonly ports: Pick<Ports, 'statuses'>;
  readonly outbox: () => OutboxStatus;
  readonly uplinks: () => readonly UplinkReading[];
  readonly disk: () => DiskSpace;
  /** the stores that restores replaced */
  readonly previousStores: () => PreviousStores;
  /** of this process */
  readonly memoryBytes: () => number;
  readonly wear: () => WearStatus;
  readonly time: Pick<Time, 'now' | 'monotonic' | 'quality' | 'reason'>;
  readonly version: string;
};

export function createHealth(options: HealthOptions): Health {
  const { store, retentionDays, ports, outbox, uplinks, disk, previousStores, memoryBytes, wear, time, version } =
    options;
  const enabledPorts = (): PortStatus[] => ports.statuses().filter(({ state }) => state !== 'disabled');
  const uplinkStates = (): UplinkHealth[] => uplinks().map((reading) => uplinkHealth(reading, time.now()));
  const brief = (): BriefHealth => {
    const { writable, reason, reasonData, losses } = store.status();
    const arePortsOpen = enabledPorts().every(({ state }) => state === 'open' || state === 'opening');
    // An unavailable channel is a problem only while messages wait for it: a depot may have no internet.
    const { channels, missing, stuck, failed, unsent } = outbox();
    const canSend =
      channels.every(({ state, waiting }) => state !== 'unavailable' || waiting === 0) &&
      missing.length === 0 &&
      [stuck, failed, unsent].every((problem) => problem === null);
    const isForwarding = uplinkStates().every((uplink) => !uplink.needsAttention);
    const isHealthy =
      isForwarding &&
      writable &&
      !isDiskFull(disk()) &&
      losses.length === 0 &&
      arePortsOpen &&
      canSend &&
      time.quality() !== 'none';
    // Shown to anyone: without users, no sign-in is possible to read the full health.
    const isShown = store.state.users.size === 0 && reason !== null;
    const storeReason = isShown ? { reason, ...(reasonData !== null && { reasonData }) } : {};
    return { status: isHealthy ? 'ok' : 'degraded', version, ...storeReason };
  };
  const idFor = (user: User, deviceId: string): string | null =>
    canSee(user, deviceId, store.state.groups) ? deviceId : null;

  function historyFor(user: User): HistoryStatus {
    const { since, largest, ...others } = store.reach();
    return {
      ...others,
      since: since === null ? null : new Date(since).toISOString(),
      days: retentionDays(),
      largest: largest && { deviceId: idFor(user, largest.deviceId), share: largest.share },
    };
  }

  function visibleTo(user: User, status: OutboxStatus): OutboxStatus {
    const masked = <Problem extends { readonly deviceId: string | null }>(problem: Problem | null): Problem | null =>
      typeof problem?.deviceId === 'string' ? { ...problem, deviceId: idFor(user, problem.deviceId) } : problem;
    const { missing, stuck, failed, unsent } = status;
    return {
      ...status,
      missing: isRestricted(user) ? missing.map((one) => ({ ...one, rules: [] })) : missing,
      stuck: masked(stuck),
      failed: masked(failed),
      unsent: masked(unsent),
    };
  }

  return {
    brief,
    full(user) {
      const statuses = enabledPorts();
      return {
        ...brief(),
        store: store.status(),
        history: historyFor(user),
        disk: { ...disk(), ...previousView(previousStores()) },
        memory: { residentBytes: memoryBytes() },
        wear: wear(),
        serial: {
          ports: statuses.length,
          open: statuses.filter(({ state }) => state === 'open').length,
          unknownDevices: store.state.quarantine.devices.size,
        },
        outbox: visibleTo(user, outbox()),
        // What they forward concerns all devices.
        ...(!isRestricted(user) && !isDisplay(user) && { uplinks: uplinkStates() }),
        clock: {
          now: new Date(time.now()).toISOString(),
          upSeconds: Math.round(time.monotonic() / 1000),
          quality: time.quality(),
          ...withText('reason', time.reason()),
        },
      };
    },
  };
}

const previousView = (previousStores: PreviousStores): { readonly previousStores?: PreviousStores } =>
  previousStores.count === 0 ? {} : { previousStores };
