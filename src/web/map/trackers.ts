import { freshnessOf, type Freshness } from '../live/freshness.js';
import { mercator } from '../live/mercator.js';
import { nameOf, type Tracked } from '../live/tracked.js';
import type { Drawing } from './overlay.js';
import type { Palette } from './palette.js';

const RADIUS_PX = 6;
const MARKED_RADIUS_PX = 9;
/** A finger is about so wide. */
const REACH_PX = 16;
/** With more in view their names would lie over each other. */
const MOST_LABELS = 40;
/** m/s from which on a course means something */
const MOVING = 0.5;

/** A tracker in view, in pixels. */
export type Placed = { readonly tracked: Tracked; readonly x: number; readonly y: number };

export function placed(all: Iterable<Tracked>, { width, height, x, y }: Drawing): Placed[] {
  const found: Placed[] = [];
  for (const tracked of all) {
    const { last, device } = tracked;
    if (last === undefined || device === undefined) continue;
    const point = mercator(last.latitude, last.longitude);
    const at = { tracked, x: x(point), y: y(point) };
    if (at.x > -50 && at.y > -50 && at.x < width + 50 && at.y < height + 50) found.push(at);
  }
  return found;
}

/** The one that is meant by a click or a pointer. */
export function nearest(
  those: readonly Placed[],
  { x, y }: { readonly x: number; readonly y: number },
): Tracked | undefined {
  let best: Tracked | undefined;
  let least = REACH_PX;
  for (const one of those) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (distance <= least) [best, least] = [one.tracked, distance];
  }
  return best;
}

export type DrawTrackers = { readonly palette: Palette; readonly now: number; readonly marked: string | undefined };

/** Live ones are full with a nose where they head; stale ones are rings, expired ones rings that are struck out. */
export function drawTrackers(context: CanvasRenderingContext2D, those: readonly Placed[], options: DrawTrackers): void {
  const { palette, now, marked } = options;
  for (const one of those) drawOne(context, one, freshnessOf(one.tracked, now), palette, one.tracked.id === marked);
  const named = those.length <= MOST_LABELS ? those : those.filter(({ tracked }) => tracked.id === marked);
  context.font = '600 12px system-ui, sans-serif';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.fillStyle = palette.text;
  for (const { tracked, x, y } of named) {
    const name = shortened(nameOf(tracked));
    context.strokeText(name, x + 12, y + 4);
    context.fillText(name, x + 12, y + 4);
  }
}

function drawOne(
  context: CanvasRenderingContext2D,
  { tracked, x, y }: Placed,
  freshness: Freshness,
  palette: Palette,
  isMarked: boolean,
): void {
  const colour = palette[freshness];
  const radius = isMarked ? MARKED_RADIUS_PX : RADIUS_PX;
  context.lineWidth = 2;
  if (freshness === 'live' && (tracked.last?.speed ?? 0) > MOVING && tracked.last?.course !== undefined) {
    drawNose(context, { x, y, radius, colour, course: tracked.last.course });
  }
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = freshness === 'live' ? colour : palette.halo;
  context.strokeStyle = freshness === 'live' ? palette.halo : colour;
  context.fill();
  context.stroke();
  if (freshness !== 'expired') return;
  context.beginPath();
  context.moveTo(x - radius * 0.7, y + radius * 0.7);
  context.lineTo(x + radius * 0.7, y - radius * 0.7);
  context.stroke();
}

type Nose = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: string;
  readonly course: number;
};

function drawNose(context: CanvasRenderingContext2D, { x, y, radius, colour, course }: Nose): void {
  const angle = ((course - 90) * Math.PI) / 180;
  const at = (turn: number, length: number): [number, number] => [
    x + Math.cos(angle + turn) * length,
    y + Math.sin(angle + turn) * length,
  ];
  context.beginPath();
  context.moveTo(...at(0, radius + 8));
  context.lineTo(...at(0.75, radius + 1));
  context.lineTo(...at(-0.75, radius + 1));
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

const MOST_LETTERS = 24;
const shortened = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name);
