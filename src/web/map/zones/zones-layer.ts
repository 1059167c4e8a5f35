import type { Shape } from '../../../schema/zones/shape.js';
import type { Zone } from '../../../schema/zones/zone.js';
import type { DrawContext } from '../overlay.js';
import type { Palette } from '../palette.js';
import { drawZones, type ZoneName } from './draw-zones.js';
import { zoneOutline, type ZoneOutline } from './zone-outline.js';

// A zone is replaced, never changed, so its outline is computed once.
const outlines = new WeakMap<Shape, ZoneOutline>();

function outlineOf(shape: Shape): ZoneOutline {
  let outline = outlines.get(shape);
  if (outline === undefined) outlines.set(shape, (outline = zoneOutline(shape)));
  return outline;
}

/** Draws the zones; returns the names of those in view. */
export const drawZoneList = (drawing: DrawContext, zones: readonly Zone[], palette: Palette): readonly ZoneName[] =>
  drawZones(
    drawing,
    zones.map((zone) => ({ ...zone, outline: outlineOf(zone.shape) })),
    palette,
  );
