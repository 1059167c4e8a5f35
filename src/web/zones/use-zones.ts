import { useEffect } from 'preact/hooks';
import type { Zone } from '../../schema/zones/zone.js';
import type { ApiFailure } from '../api/client.js';
import { useApp } from '../app-context.js';
import type { ZoneVisit } from './zone-store.js';

export type Zones = {
  /** all zones, sorted by name */
  readonly zones: readonly Zone[];
  readonly isLoaded: boolean;
  /** why they could not be read; they are read again soon */
  readonly failure: ApiFailure | undefined;
  /** ids of the visible devices in each zone, by zone id; a zone without devices may be missing */
  readonly devicesIn: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The zones and the devices in them, live. */
export function useZones(): Zones {
  const { zoneStore } = useApp();
  useNeed();
  return {
    zones: zoneStore.zones.value,
    isLoaded: zoneStore.loaded.value,
    failure: zoneStore.failure.value,
    devicesIn: zoneStore.devicesIn.value,
  };
}

/** The zones that a device is in, the first one first; the name is that of the zone. */
export function useZonesOf(deviceId: string): readonly (ZoneVisit & { readonly name: string })[] {
  const { zoneStore } = useApp();
  useNeed();
  const zones = zoneStore.zones.value;
  return (zoneStore.visits.value.get(deviceId) ?? []).flatMap((visit) => {
    const name = zones.find(({ id }) => id === visit.zone)?.name;
    return name === undefined ? [] : [{ ...visit, name }];
  });
}

/** The map comes first: the zones are read once the devices are there. */
function useNeed(): void {
  const { zoneStore, live } = useApp();
  const isReady = live.loaded.value;
  useEffect(() => {
    if (isReady) zoneStore.need();
  }, [isReady]);
}
