/**
 * The order of urgency: alerts and acknowledgements; the newest location of each device, as soon as possible; all locations
 * in order. A location of `live` comes again in `history`.
 */
export const LANES = ['alerts', 'live', 'history'] as const;
export type Lane = (typeof LANES)[number];

/** The lanes that have a cursor. */
export const CURSOR_LANES = ['alerts', 'history'] as const satisfies readonly Lane[];
export type CursorLane = (typeof CURSOR_LANES)[number];

/** The position that a far side has reached in a lane; its meaning is the sink's. Stored with the cursor. */
export type LaneMark = number;
