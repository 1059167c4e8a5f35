import { isDiskFull } from '../../../domain/disk-space.js';
import type { ChannelName } from '../../../schema/channels.js';
import type { PortStatus } from '../../../schema/ports/port.js';
import type { HealthView } from '../../api/health.js';
import { isInUse } from '../../format/port.js';

export type UplinkHealth = NonNullable<HealthView['uplinks']>[number];
type OutboxView = NonNullable<HealthView['outbox']>;
type MissingChannel = OutboxView['missing'][number];
/** How many messages since when; `last` is left out of what has no end. */
type MessageCount = {
  readonly count: number;
  readonly since: string;
  readonly last?: string;
  readonly deviceId: string | null;
};

/** What needs attention, most urgent first; `reasons` are texts of the gateway. */
export type HealthProblem = {
  readonly kind:
    | 'store'
    | 'losses'
    | 'clock'
    | 'ports'
    | 'absentPorts'
    | 'silentPorts'
    | 'missingChannel'
    | 'waitingMessages'
    | 'stuckAlerts'
    | 'unsentAlerts'
    | 'failedMessages'
    | 'uplinks'
    | 'disk'
    | 'history'
    | 'unknown';
  /** of waiting messages */
  readonly channel?: ChannelName;
  readonly missing?: MissingChannel;
  /** of alerts that were not sent, and of messages that failed */
  readonly counted?: MessageCount;
  /** those that need attention */
  readonly uplinks?: readonly UplinkHealth[];
  /** of history that ends early */
  readonly history?: NonNullable<HealthView['history']>;
  readonly reasons: readonly string[];
};

/** The gateway is well even so; of the disk, as long as it is not full. */
const WARNINGS: readonly HealthProblem['kind'][] = ['silentPorts', 'disk', 'history'];

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

/** A port that is not plugged in, one that cannot be opened, and one from which nothing comes need different fixes. */
function findPortProblems(ports: readonly PortStatus[]): HealthProblem[] {
  const problem = (kind: HealthProblem['kind'], found: readonly PortStatus[]): HealthProblem[] =>
    found.length === 0 ? [] : [{ kind, reasons: found.map(portReason) }];
  const used = ports.filter(isInUse);
  return [
    ...problem(
      'absentPorts',
      used.filter(({ state }) => state === 'absent'),
    ),
    ...problem(
      'ports',
      used.filter(({ state }) => state === 'busy' || state === 'error'),
    ),
    ...problem(
      'silentPorts',
      used.filter(({ state, reason }) => state === 'open' && reason !== null),
    ),
  ];
}

/** Why people do not get messages. */
function findMessageProblems({ channels, missing, stuck, failed, unsent }: OutboxView): HealthProblem[] {
  const found: HealthProblem[] = missing.map((one) => ({ kind: 'missingChannel', missing: one, reasons: [] }));
  for (const { name, state, waiting, reason } of channels) {
    if (state === 'unavailable' && waiting > 0) {
      found.push({ kind: 'waitingMessages', channel: name, reasons: toList(reason) });
    }
  }
  // A channel that is off or unavailable is the reason.
  const isExplained = found.some((problem) => problem.missing?.waiting !== 0);
  if (stuck !== null && !isExplained) {
    const { reason, ...counted } = stuck;
    found.push({ kind: 'stuckAlerts', counted, reasons: toList(reason) });
  }
  if (unsent !== null) found.push({ kind: 'unsentAlerts', counted: unsent, reasons: [] });
  if (failed !== null) found.push({ kind: 'failedMessages', counted: failed, reasons: [] });
  return found;
}

/** Lists what is wrong; `ports` are those that the user may see. */
export function findProblems(health: HealthView, ports: readonly PortStatus[]): HealthProblem[] {
  const { status, store, history, clock, serial, outbox, disk } = health;
  const found: HealthProblem[] = [];
  if (store?.writable === false) found.push({ kind: 'store', reasons: toList(store.reason) });
  if (store !== undefined && store.losses.length > 0) found.push({ kind: 'losses', reasons: store.losses });
  if (clock?.quality === 'none') found.push({ kind: 'clock', reasons: toList(clock.reason) });
  found.push(...findPortProblems(ports));
  if (outbox !== undefined) found.push(...findMessageProblems(outbox));
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
