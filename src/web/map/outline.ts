import { canvas, geoJSON, type Map as LeafletMap } from 'leaflet';
import { feature, mesh } from 'topojson-client';
import type { Palette } from './palette.js';

/** Land and borders of Natural Earth at 1:50 million, in the public domain. */
const WORLD_URL = '/app/world.json';

type WorldTopology = Parameters<typeof feature>[0] & {
  readonly objects: { readonly land: never; readonly countries: never };
};

export type Outline = { readonly recolor: (palette: Palette) => void };

/** Land and borders below all other layers. */
export async function addOutline(map: LeafletMap, palette: () => Palette): Promise<Outline | undefined> {
  const response = await fetch(WORLD_URL);
  if (!response.ok) return undefined;
  const world = (await response.json()) as WorldTopology;
  const renderer = canvas({ padding: 0.4 });
  const common = { renderer, interactive: false } as const;
  const land = geoJSON(feature(world, world.objects.land), {
    style: () => ({ ...common, ...landStyle(palette()) }),
    interactive: false,
  });
  const borders = geoJSON(
    mesh(world, world.objects.countries, (a, b) => a !== b),
    {
      style: () => ({ ...common, ...borderStyle(palette()) }),
      interactive: false,
    },
  );
  land.addTo(map);
  borders.addTo(map);
  return {
    recolor(now) {
      land.setStyle(landStyle(now));
      borders.setStyle(borderStyle(now));
    },
  };
}

const landStyle = ({ land, border }: Palette) => ({ fillColor: land, fillOpacity: 1, color: border, weight: 1 });
const borderStyle = ({ border }: Palette) => ({ fill: false, color: border, weight: 0.8, dashArray: '3 3' });
