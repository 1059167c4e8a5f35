import { nextInterval } from '../../domain/records/usual-interval.js';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import { mercator, type WorldPoint } from './mercator.js';
import { extendTrail, type TrailPoint } from './trail.js';

/** The page's state of a device; replaced as a whole on every change. */
export type DeviceState = {
  readonly id: string;
  readonly device: DeviceView | undefined;
  readonly lastLocation: Location | undefined;
  /** of the last location; projected once, because it is drawn often */
  readonly point: WorldPoint | undefined;
  /** ms since 1970, by the gateway's clock */
  readonly lastSeenAt: number | undefined;
  /** ms between two reports; undefined: not known */
  readonly intervalMs: number | undefined;
  /** when the port of the last contact was found closed, by the gateway's clock */
  readonly portClosedAt: number | undefined;
  /** the map marks it, whatever its other state */
  readonly needsAttention: boolean;
  readonly trail: readonly TrailPoint[];
};

export const emptyDevice = (id: string): DeviceState => ({
  id,
  device: undefined,
  lastLocation: undefined,
  point: undefined,
  lastSeenAt: undefined,
  intervalMs: undefined,
  portClosedAt: undefined,
  needsAttention: false,
  trail: [],
});

const laterOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

export const withDevice = (tracked: DeviceState, device: DeviceView): DeviceState => ({
  ...tracked,
  device,
  lastSeenAt: laterOf(tracked.lastSeenAt, device.lastSeen === null ? undefined : Date.parse(device.lastSeen)),
  // The gateway has seen more reports than the page.
  intervalMs: device.usualInterval === null ? tracked.intervalMs : device.usualInterval * 1000,
});

/** `now` is the time of receipt; undefined for stored fixes. An older fix does not change the position. */
export function withLocation(tracked: DeviceState, location: Location, now: number | undefined): DeviceState {
  const { lastLocation } = tracked;
  const isNewer = lastLocation === undefined || Date.parse(location.dateTime) >= Date.parse(lastLocation.dateTime);
  return {
    ...tracked,
    lastLocation: isNewer ? location : lastLocation,
    point: isNewer ? mercator(location.latitude, location.longitude) : tracked.point,
    lastSeenAt: laterOf(tracked.lastSeenAt, now),
    intervalMs: now === undefined ? tracked.intervalMs : nextInterval(tracked.intervalMs, tracked.lastSeenAt, now),
    trail: extendTrail(tracked.trail, location),
  };
}

/** The trail from stored fixes in ascending order and the fixes received since. */
export function withHistory(tracked: DeviceState, locations: readonly Location[]): DeviceState {
  const stored = locations.reduce<TrailPoint[]>(extendTrail, []);
  const until = stored.at(-1)?.at ?? -Infinity;
  return { ...tracked, trail: [...stored, ...tracked.trail.filter(({ at }) => at > until)] };
}

export const displayName = ({ id, device }: Pick<DeviceState, 'id' | 'device'>): string =>
  device === undefined || device.name === '' ? id : device.name;
