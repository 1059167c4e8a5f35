import { canvas, geoJSON, type Map as LeafletMap } from 'leaflet';
import { feature, mesh } from 'topojson-client';
import type { Palette } from './palette.js';

/** Natural Earth's land and borders at 1:50 million, which are in the public domain. */
const ADDRESS = '/app/world.json';

type World = Parameters<typeof feature>[0] & {
  readonly objects: { readonly land: never; readonly countries: never };
};

export type Outline = { readonly recolour: (palette: Palette) => void };

/** The land and its borders, under everything else. */
export async function addOutline(map: LeafletMap, palette: () => Palette): Promise<Outline | undefined> {
  const response = await fetch(ADDRESS);
  if (!response.ok) return undefined;
  const world = (await response.json()) as World;
  const renderer = canvas({ padding: 0.4 });
  const usual = { renderer, interactive: false } as const;
  const land = geoJSON(feature(world, world.objects.land), {
    style: () => ({ ...usual, ...landStyle(palette()) }),
    interactive: false,
  });
  const borders = geoJSON(
    mesh(world, world.objects.countries, (a, b) => a !== b),
    {
      style: () => ({ ...usual, ...borderStyle(palette()) }),
      interactive: false,
    },
  );
  land.addTo(map);
  borders.addTo(map);
  return {
    recolour(now) {
      land.setStyle(landStyle(now));
      borders.setStyle(borderStyle(now));
    },
  };
}

const landStyle = ({ land, border }: Palette) => ({ fillColor: land, fillOpacity: 1, color: border, weight: 1 });
const borderStyle = ({ border }: Palette) => ({ fill: false, color: border, weight: 0.8, dashArray: '3 3' });
