import type { Freshness } from '../live/freshness.js';

/** Colors of canvas drawings, read from the style sheet, which defines them once. */
export type Palette = Readonly<Record<Freshness, string>> &
  Readonly<
    Record<
      'land' | 'water' | 'road' | 'green' | 'built' | 'border' | 'grid' | 'gridText' | 'trail' | 'text' | 'halo',
      string
    >
  >;

const CSS_VARIABLES = {
  live: '--tracker-live',
  stale: '--tracker-stale',
  silent: '--tracker-stale',
  expired: '--tracker-expired',
  land: '--map-land',
  water: '--map-water',
  road: '--map-road',
  green: '--map-green',
  built: '--map-built',
  border: '--map-border',
  grid: '--map-grid',
  gridText: '--map-grid-text',
  trail: '--tracker-trail',
  text: '--text',
  halo: '--map-halo',
} as const satisfies Record<keyof Palette, string>;

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(CSS_VARIABLES).map(([name, property]) => [name, style.getPropertyValue(property).trim()]),
  ) as Palette;
}
