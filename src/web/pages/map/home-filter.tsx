import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Zone } from '../../../schema/zones/zone.js';
import { useApp, useText } from '../../app-context.js';
import { useZones } from '../../zones/use-zones.js';
import { mapText } from './map.text.js';

/** Which devices to show by the home zone. */
export type HomePlace = 'any' | 'inside' | 'outside';

export type HomeZone = {
  /** undefined: no zone is the home zone */
  readonly zone: Zone | undefined;
  /** ids of the devices in it */
  readonly inside: ReadonlySet<string>;
};

export function useHomeZone(): HomeZone {
  const { zones, devicesIn } = useZones();
  const zone = zones.find(({ home }) => home);
  return { zone, inside: devicesIn.get(zone?.id ?? '') ?? NONE };
}

const NONE: ReadonlySet<string> = new Set();

/** How many devices are in the home zone; a click shows only those, or only the others. */
export function HomeFilter({ place }: { readonly place: Signal<HomePlace> }): JSX.Element | null {
  const { live } = useApp();
  const t = useText(mapText);
  const { zone, inside } = useHomeZone();
  if (zone === undefined) return null;
  const ids = live.ids.value;
  const count = ids.filter((id) => inside.has(id)).length;
  const choice = (value: HomePlace, label: string): JSX.Element => (
    <button
      type="button"
      aria-pressed={place.value === value}
      onClick={() => {
        place.value = place.peek() === value ? 'any' : value;
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="home-filter" role="group" aria-label={t('filterByHome', { zone: zone.name })}>
      {choice('inside', t('inHome', { zone: zone.name, inside: count, total: ids.length }))}
      {choice('outside', t('outsideHome', { count: ids.length - count }))}
    </div>
  );
}
