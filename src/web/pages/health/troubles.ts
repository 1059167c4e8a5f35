import type { PortStatus } from '../../../schema/port.js';
import type { HealthView } from '../../api/health.js';

/** What needs a person, the most urgent first. `reasons` are the gateway's own words. */
export type Trouble = {
  readonly what: 'store' | 'losses' | 'clock' | 'ports' | 'email' | 'sms' | 'disk' | 'unknown';
  readonly reasons: readonly string[];
};

/** From here on somebody should make room, before nothing can be stored. */
const LEAST_SHARE = 0.05;
const LEAST_BYTES = 200_000_000;

export const isNearlyFull = ({ freeBytes, totalBytes }: NonNullable<HealthView['disk']>): boolean =>
  freeBytes < LEAST_BYTES || freeBytes < totalBytes * LEAST_SHARE;

const given = (reason: string | null | undefined): readonly string[] =>
  reason === null || reason === undefined ? [] : [reason];

/** Most reasons begin with the port themselves. */
const named = ({ path, state, reason }: PortStatus): string =>
  reason?.startsWith(path) === true ? reason : `${path}: ${reason ?? state}`;

/** Ports are told apart where the user may see them. */
export function troublesOf(health: HealthView, ports: readonly PortStatus[]): Trouble[] {
  const { status, store, clock, serial, outbox, disk } = health;
  const found: Trouble[] = [];
  if (store?.writable === false) found.push({ what: 'store', reasons: given(store.reason) });
  if (store !== undefined && store.losses.length > 0) found.push({ what: 'losses', reasons: store.losses });
  if (clock?.quality === 'none') found.push({ what: 'clock', reasons: given(clock.reason) });
  const closed = ports.filter(({ state }) => state !== 'open' && state !== 'opening');
  if (closed.length > 0) {
    found.push({ what: 'ports', reasons: closed.map(named) });
  }
  for (const { name, state, waiting, reason } of outbox?.channels ?? []) {
    if (state === 'unavailable' && waiting > 0) found.push({ what: name, reasons: given(reason) });
  }
  if (disk !== undefined && store?.writable !== false && isNearlyFull(disk)) found.push({ what: 'disk', reasons: [] });
  if (status === 'degraded' && found.every(({ what }) => what === 'disk')) {
    // A port that is not the user's to see, or what another version of the gateway knows.
    const isPort = serial !== undefined && serial.open < serial.ports;
    found.unshift({ what: isPort ? 'ports' : 'unknown', reasons: given(health.reason) });
  }
  return found;
}
