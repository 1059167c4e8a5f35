import type { MarkerState } from '../live/marker-state.js';

/** Colors of canvas drawings, read from the style sheet, which defines them once. */
export type Palette = Readonly<Record<MarkerState, string>> &
  Readonly<
    Record<
      | 'land'
      | 'water'
      | 'road'
      | 'green'
      | 'built'
      | 'border'
      | 'grid'
      | 'gridText'
      | 'trail'
      | 'zone'
      | 'text'
      | 'halo',
      string
    >
  >;

const CSS_VARIABLES = {
  attention: '--tracker-attention',
  moving: '--tracker-live',
  stopped: '--tracker-stopped',
  stale: '--tracker-stale',
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
  zone: '--map-zone',
  text: '--text',
  halo: '--map-halo',
} as const satisfies Record<keyof Palette, string>;

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(CSS_VARIABLES).map(([name, property]) => [name, style.getPropertyValue(property).trim()]),
  ) as Palette;
}
