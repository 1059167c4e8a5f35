import type { Setting } from '../provision.js';

/** The messages in which a node has what can be set: its User and its PositionConfig. */
export type Part = 'owner' | 'position';

/** Where a setting stands: the number of the field in its message. */
export type Place = { readonly part: Part; readonly field: number; readonly setting: Setting };

const name = (field: number, mostBytes: number, description: string): Place => ({
  part: 'owner',
  field,
  setting: {
    type: 'string',
    maxLength: mostBytes,
    // Something to be seen, and nothing that ends a text where it is kept.
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
    description: `${description}; ${mostBytes} bytes of UTF-8 at most`,
  },
});
const whole = (field: number, maximum: number, description: string): Place => ({
  part: 'position',
  field,
  setting: { type: 'integer', minimum: 0, maximum, description },
});
const flag = (field: number, description: string): Place => ({
  part: 'position',
  field,
  setting: { type: 'boolean', description },
});

/** As seconds: never. */
const most = 0xffff_ffff;
const day = 86_400;

/** Every setting by its name. */
export const places: Readonly<Record<string, Place>> = {
  longName: name(2, 39, 'name of the node'),
  shortName: name(3, 4, 'name of the node where there is no room for more'),
  broadcastSecs: whole(1, most, 's from one position sent to the next; 0: as the firmware has it'),
  smartBroadcast: flag(2, 'a position is sent when the node has moved, too'),
  fixedPosition: flag(3, 'the node stays where it is: its position is not measured any more'),
  gpsUpdateInterval: whole(5, most, 's from one position measured to the next; 0: as the firmware has it'),
  positionFlags: whole(7, 0xffff, 'what a position tells beside the place, one bit each'),
  smartMinimumDistance: whole(10, 100_000, 'm to be moved before a position is sent; 0: as the firmware has it'),
  smartMinimumInterval: whole(11, day, 's between positions sent because it moved; 0: as the firmware has it'),
  gpsMode: whole(13, 2, 'its receiver is off (0), on (1), or it has none (2)'),
};

export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.entries(places).map(([key, { setting }]) => [key, setting]),
);

/** Whether any of these names is of this part. */
export const isIn = (part: Part, names: readonly string[]): boolean =>
  names.some((key) => Object.hasOwn(places, key) && places[key]?.part === part);
