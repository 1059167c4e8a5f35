import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import { extendTrail, type TrailPoint } from './trail.js';

/** The page's state of a device; replaced as a whole on every change. */
export type DeviceState = {
  readonly id: string;
  readonly device: DeviceView | undefined;
  readonly lastLocation: Location | undefined;
  /** ms since 1970, by the gateway's clock */
  readonly lastSeenAt: number | undefined;
  readonly trail: readonly TrailPoint[];
};

export const emptyDevice = (id: string): DeviceState => ({
  id,
  device: undefined,
  lastLocation: undefined,
  lastSeenAt: undefined,
  trail: [],
});

const laterOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

export const withDevice = (tracked: DeviceState, device: DeviceView): DeviceState => ({
  ...tracked,
  device,
  lastSeenAt: laterOf(tracked.lastSeenAt, device.lastSeen === null ? undefined : Date.parse(device.lastSeen)),
});

/** `now` is the time of receipt; undefined for stored fixes. An older fix does not change the position. */
export function withLocation(tracked: DeviceState, location: Location, now: number | undefined): DeviceState {
  const { lastLocation } = tracked;
  const isNewer = lastLocation === undefined || Date.parse(location.dateTime) >= Date.parse(lastLocation.dateTime);
  return {
    ...tracked,
    lastLocation: isNewer ? location : lastLocation,
    lastSeenAt: laterOf(tracked.lastSeenAt, now),
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
