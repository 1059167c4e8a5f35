import { namedFlavor, type Flavor } from '@protomaps/basemaps';
import type { TileStyle } from './tile-renderer.js';

/** Colors of vector tiles; shared features have the colors of the world outline, so that both match. */
export function flavorOf({ palette, theme }: TileStyle): Flavor {
  const { land, water, road, green, built, border, text, halo } = palette;
  return {
    ...namedFlavor(theme),
    background: water,
    earth: land,
    water,
    major: road,
    boundaries: border,
    park_a: green,
    park_b: green,
    wood_a: green,
    wood_b: green,
    scrub_a: green,
    scrub_b: green,
    industrial: built,
    buildings: border,
    roads_label_major: text,
    roads_label_major_halo: halo,
    roads_label_minor: text,
    roads_label_minor_halo: halo,
    city_label: text,
    city_label_halo: halo,
    state_label_halo: halo,
    country_label: text,
  };
}
