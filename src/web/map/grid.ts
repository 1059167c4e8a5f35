import type { Map as LeafletMap } from 'leaflet';
import { mercator } from '../live/mercator.js';
import { formatDegrees, gridLines, gridStep } from './grid-lines.js';
import type { DrawContext } from './overlay.js';
import type { Palette } from './palette.js';

/** Width of the zoom buttons and their margin; a label there would be unreadable. */
const CONTROLS_PX = 48;

/** Meridians and parallels with degrees at the edge. */
export const drawGrid =
  (map: LeafletMap, palette: () => Palette) =>
  ({ context, width, height, zoom, x, y }: DrawContext): void => {
    const { grid, gridText } = palette();
    const bounds = map.getBounds();
    const step = gridStep((256 * 2 ** zoom) / 360);
    context.strokeStyle = grid;
    context.fillStyle = gridText;
    context.lineWidth = 1;
    context.font = '11px system-ui, sans-serif';
    context.beginPath();
    for (const longitude of gridLines(bounds.getWest(), bounds.getEast(), step)) {
      const at = Math.round(x(mercator(0, longitude))) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, height);
      if (at > CONTROLS_PX) context.fillText(formatDegrees(wrapLongitude(longitude), step, ['E', 'W']), at + 4, 14);
    }
    for (const latitude of gridLines(Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth()), step)) {
      const at = Math.round(y(mercator(latitude, 0))) + 0.5;
      context.moveTo(0, at);
      context.lineTo(width, at);
      const text = formatDegrees(latitude, step, ['N', 'S']);
      if (at > 24) context.fillText(text, width - context.measureText(text).width - 6, at - 4);
    }
    context.stroke();
  };

/** The world repeats east of the date line. */
const wrapLongitude = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
