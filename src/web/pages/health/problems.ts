import { isDiskFull } from '../../../domain/disk-space.js';
import type { ChannelName } from '../../../schema/channels.js';
import type { PortStatus } from '../../../schema/ports/port.js';
import type { HealthView } from '../../api/health.js';
import { isInUse } from '../../format/port.js';

export type UplinkHealth = NonNullable<HealthView['uplinks']>[number];
type UnsentAlerts = NonNullable<NonNullable<HealthView['outbox']>['unsent']>;

/** What needs attention, most urgent first; `reasons` are texts of the gateway. */
export type HealthProblem = {
  readonly kind:
    | 'store'
    | 'losses'
    | 'clock'
    | 'ports'
    | 'waitingMessages'
    | 'unsentAlerts'
    | 'uplinks'
    | 'disk'
    | 'history'
    | 'unknown';
  /** of waiting messages */
  readonly channel?: ChannelName;
  /** of alerts that were not sent */
  readonly unsent?: UnsentAlerts;
  /** those that need attention */
  readonly uplinks?: readonly UplinkHealth[];
  /** of history that ends early */
  readonly history?: NonNullable<HealthView['history']>;
  readonly reasons: readonly string[];
};

/** The gateway is well even so; of the disk, as long as it is not full. */
const WARNINGS: readonly HealthProblem['kind'][] = ['disk', 'history'];

/** Warns before the disk is full. */
const MIN_FREE_SHARE = 0.05;
const MIN_FREE_BYTES = 200_000_000;

const isNearlyFull = ({ freeBytes, totalBytes }: NonNullable<HealthView['disk']>): boolean =>
  freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_SHARE;

const toList = (reason: string | null | undefined): readonly string[] =>
  reason === null || reason === undefined ? [] : [reason];

/** Most reasons already start with the path of the port. */
const portReason = ({ path, name, state, reason }: PortStatus): string => {
  const full = reason?.startsWith(path) === true ? reason : `${path}: ${reason ?? state}`;
  return name === null ? full : `${name}, ${full}`;
};

/** Lists what is wrong; `ports` are those that the user may see. */
export function findProblems(health: HealthView, ports: readonly PortStatus[]): HealthProblem[] {
  const { status, store, history, clock, serial, outbox, disk } = health;
  const found: HealthProblem[] = [];
  if (store?.writable === false) found.push({ kind: 'store', reasons: toList(store.reason) });
  if (store !== undefined && store.losses.length > 0) found.push({ kind: 'losses', reasons: store.losses });
  if (clock?.quality === 'none') found.push({ kind: 'clock', reasons: toList(clock.reason) });
  const closed = ports.filter((port) => isInUse(port) && port.state !== 'open' && port.state !== 'opening');
  if (closed.length > 0) {
    found.push({ kind: 'ports', reasons: closed.map(portReason) });
  }
  for (const { name, state, waiting, reason } of outbox?.channels ?? []) {
    if (state === 'unavailable' && waiting > 0) {
      found.push({ kind: 'waitingMessages', channel: name, reasons: toList(reason) });
    }
  }
  if (outbox?.unsent) found.push({ kind: 'unsentAlerts', unsent: outbox.unsent, reasons: [] });
  const uplinks = health.uplinks?.filter(({ needsAttention }) => needsAttention) ?? [];
  if (uplinks.length > 0) found.push({ kind: 'uplinks', uplinks, reasons: [] });
  if (disk !== undefined && store?.writable !== false && isNearlyFull(disk)) found.push({ kind: 'disk', reasons: [] });
  if (history?.endsEarly === true) found.push({ kind: 'history', history, reasons: [] });
  const isFull = disk !== undefined && isDiskFull(disk);
  if (status === 'degraded' && !isFull && found.every(({ kind }) => WARNINGS.includes(kind))) {
    // Either a port that the user may not see, or a problem that only a newer gateway knows.
    const isPort = serial !== undefined && serial.open < serial.ports;
    found.unshift({ kind: isPort ? 'ports' : 'unknown', reasons: toList(health.reason) });
  }
  return found;
}
