import type { Map as LeafletMap } from 'leaflet';
import { effect } from '@preact/signals';
import type { Parts } from '../parts.js';
import { addArchive } from './archive/add-archive.js';
import type { ArchiveState } from './archive/archive-state.js';
import { createBaseMap } from './base-map.js';
import { drawGrid } from './grid.js';
import { addOutline, type Outline } from './outline.js';
import { createOverlay } from './overlay.js';
import { paletteOf, type Palette } from './palette.js';

/** A map with what is on every map: land, borders, the depot's own tiles, grid, scale, in the colours of the theme. */
export type Ground = {
  readonly map: LeafletMap;
  readonly palette: () => Palette;
  readonly remove: () => void;
};

export type GroundOptions = Pick<Parts, 'api' | 'clock' | 'shownTheme' | 'preferences'> & {
  readonly element: HTMLElement;
  readonly view?: Parts['mapView']['current'];
  /** what is more urgent than the outline of the world, which is a lot to draw */
  readonly before?: Promise<unknown>;
  /** the colours are other ones now */
  readonly onRecolour: () => void;
  /** there is something else to be said of the archive of tiles */
  readonly onArchive: (state: ArchiveState) => void;
};

export function createGround({ element, view, before, onRecolour, onArchive, ...parts }: GroundOptions): Ground {
  const { api, clock, shownTheme, preferences } = parts;
  const map = createBaseMap({ element, view });
  let colours = paletteOf(element);
  const palette = (): Palette => colours;
  let outline: Outline | undefined;
  const grid = createOverlay({ map, frame: clock.frame, draw: drawGrid(map, palette) });
  let over = false;
  // Without it the grid still says where one is.
  Promise.resolve(before)
    .then(() => (over ? undefined : addOutline(map, palette)))
    .then(
      (added) => {
        outline = added;
      },
      () => undefined,
    );
  const archive = addArchive({
    map,
    api,
    look: () => ({ palette: colours, theme: shownTheme.peek(), language: preferences.language.peek() }),
    onState: onArchive,
  });
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);
  let drawnIn = shownTheme.peek();
  const stopColours = effect(() => {
    if (shownTheme.value === drawnIn) return;
    drawnIn = shownTheme.value;
    colours = paletteOf(element);
    outline?.recolour(colours);
    archive.recolour();
    grid.redraw();
    onRecolour();
  });

  return {
    map,
    palette,
    remove() {
      over = true;
      stopColours();
      resized.disconnect();
      grid.remove();
      archive.remove();
      map.remove();
    },
  };
}
