import type { Shape } from '../../schema/zones/shape.js';
import { exitBuffer } from '../zones/exit-buffer.js';
import type { ZoneIndex } from '../zones/zone-index.js';
import type { Span, TripFix } from './trip-fix.js';

export type TripZones = ZoneIndex<{ readonly id: string; readonly shape: Shape }>;

export type VisitSpan = Span & { readonly zone: string };

/** The visits that go on, since when, by zone. */
export type Visits = {
  readonly zones: TripZones;
  readonly onVisit: (visit: VisitSpan) => void;
  readonly since: Map<string, number>;
  last: TripFix | undefined;
};

export const startVisits = (zones: TripZones, onVisit: Visits['onVisit']): Visits => ({
  zones,
  onVisit,
  since: new Map(),
  last: undefined,
});

/**
 * A visit begins with the first fix in a zone that is exact enough for it, and ends with the first one that is beyond its edge by more than the
 * accuracy, at least 20 m: as the visits that alert rules know. After a gap it has ended with the last fix before.
 * Returns the zone that was entered last, of those that the device is in.
 */
export function followVisits(visits: Visits, fix: TripFix, isAfterGap: boolean): string | null {
  const { zones, since, last, onVisit } = visits;
  visits.last = fix;
  const position = [fix.longitude, fix.latitude] as const;
  const inside = zones.containing(position, fix.accuracy);
  if (inside.length === 0 && since.size === 0) return null;
  let near: ReturnType<TripZones['within']> | undefined;
  for (const [zone, from] of since) {
    if (inside.some(({ id }) => id === zone)) continue;
    near ??= zones.within(position, exitBuffer(fix.accuracy));
    if (near.some(({ id }) => id === zone)) continue;
    since.delete(zone);
    onVisit({ zone, from, to: isAfterGap ? (last?.ms ?? from) : fix.ms, isOver: true });
  }
  for (const { id } of inside) if (!since.has(id)) since.set(id, fix.ms);
  let latest: string | null = null;
  for (const zone of since.keys()) latest = zone;
  return latest;
}

/** Reports the visits that go on. */
export function endVisits({ since, last, onVisit }: Visits): void {
  for (const [zone, from] of since) onVisit({ zone, from, to: last?.ms ?? from, isOver: false });
}
