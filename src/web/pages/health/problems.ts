import type { PortStatus } from '../../../schema/ports/port.js';
import type { HealthView } from '../../api/health.js';

/** What needs a person, the most urgent first. `reasons` are the gateway's own words. */
export type Problem = {
  readonly kind: 'store' | 'losses' | 'clock' | 'ports' | 'email' | 'sms' | 'disk' | 'unknown';
  readonly reasons: readonly string[];
};

/** From here on somebody should make room, before nothing can be stored. */
const MIN_FREE_SHARE = 0.05;
const MIN_FREE_BYTES = 200_000_000;

export const isNearlyFull = ({ freeBytes, totalBytes }: NonNullable<HealthView['disk']>): boolean =>
  freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_SHARE;

const toList = (reason: string | null | undefined): readonly string[] =>
  reason === null || reason === undefined ? [] : [reason];

/** Most reasons begin with the port themselves. */
const portReason = ({ path, state, reason }: PortStatus): string =>
  reason?.startsWith(path) === true ? reason : `${path}: ${reason ?? state}`;

/** Ports are told apart where the user may see them. */
export function findProblems(health: HealthView, ports: readonly PortStatus[]): Problem[] {
  const { status, store, clock, serial, outbox, disk } = health;
  const found: Problem[] = [];
  if (store?.writable === false) found.push({ kind: 'store', reasons: toList(store.reason) });
  if (store !== undefined && store.losses.length > 0) found.push({ kind: 'losses', reasons: store.losses });
  if (clock?.quality === 'none') found.push({ kind: 'clock', reasons: toList(clock.reason) });
  const closed = ports.filter(({ state }) => state !== 'open' && state !== 'opening');
  if (closed.length > 0) {
    found.push({ kind: 'ports', reasons: closed.map(portReason) });
  }
  for (const { name, state, waiting, reason } of outbox?.channels ?? []) {
    if (state === 'unavailable' && waiting > 0) found.push({ kind: name, reasons: toList(reason) });
  }
  if (disk !== undefined && store?.writable !== false && isNearlyFull(disk)) found.push({ kind: 'disk', reasons: [] });
  if (status === 'degraded' && found.every(({ kind }) => kind === 'disk')) {
    // A port that is not the user's to see, or what another version of the gateway knows.
    const isPort = serial !== undefined && serial.open < serial.ports;
    found.unshift({ kind: isPort ? 'ports' : 'unknown', reasons: toList(health.reason) });
  }
  return found;
}
