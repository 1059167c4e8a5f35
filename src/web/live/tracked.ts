import type { DeviceView } from '../../schema/device.js';
import type { Location } from '../../schema/location.js';
import { extended, type TrailPoint } from './trail.js';

/** What the page knows of a device: replaced as a whole when something of it changes. */
export type Tracked = {
  readonly id: string;
  readonly device: DeviceView | undefined;
  readonly last: Location | undefined;
  /** ms since 1970, by the gateway's clock */
  readonly heardAt: number | undefined;
  readonly trail: readonly TrailPoint[];
};

export const unheard = (id: string): Tracked => ({
  id,
  device: undefined,
  last: undefined,
  heardAt: undefined,
  trail: [],
});

const latest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

export const withDevice = (tracked: Tracked, device: DeviceView): Tracked => ({
  ...tracked,
  device,
  heardAt: latest(tracked.heardAt, device.lastSeen === null ? undefined : Date.parse(device.lastSeen)),
});

/** `now` is when it was heard; undefined for one that was heard before. An older fix is not where the device is. */
export function withLocation(tracked: Tracked, location: Location, now: number | undefined): Tracked {
  const { last } = tracked;
  const newer = last === undefined || Date.parse(location.dateTime) >= Date.parse(last.dateTime);
  return {
    ...tracked,
    last: newer ? location : last,
    heardAt: latest(tracked.heardAt, now),
    trail: extended(tracked.trail, location),
  };
}

/** The trail from what is stored, ascending, and what was heard since. */
export function withHistory(tracked: Tracked, locations: readonly Location[]): Tracked {
  const stored = locations.reduce<TrailPoint[]>(extended, []);
  const until = stored.at(-1)?.at ?? -Infinity;
  return { ...tracked, trail: [...stored, ...tracked.trail.filter(({ at }) => at > until)] };
}

export const nameOf = ({ id, device }: Pick<Tracked, 'id' | 'device'>): string =>
  device === undefined || device.name === '' ? id : device.name;
