import type { Setting } from '../../provision.js';

/** The messages in which a node has what can be set: its User and its PositionConfig. */
export type ConfigMessage = 'owner' | 'position';

/** Where a setting stands: the number of the field in its message. */
export type SettingField = { readonly message: ConfigMessage; readonly field: number; readonly setting: Setting };

const nameField = (field: number, maxBytes: number, description: string): SettingField => ({
  message: 'owner',
  field,
  setting: {
    type: 'string',
    maxLength: maxBytes,
    // Something to be seen, and nothing that ends a text where it is kept.
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
    description: `${description}; ${maxBytes} bytes of UTF-8 at most`,
  },
});
const integerField = (field: number, maximum: number, description: string): SettingField => ({
  message: 'position',
  field,
  setting: { type: 'integer', minimum: 0, maximum, description },
});
const booleanField = (field: number, description: string): SettingField => ({
  message: 'position',
  field,
  setting: { type: 'boolean', description },
});

/** As seconds: never. */
const MAX_UINT32 = 0xffff_ffff;
const DAY_SECONDS = 86_400;

/** Every setting by its name. */
export const settingFields: Readonly<Record<string, SettingField>> = {
  longName: nameField(2, 39, 'name of the node'),
  shortName: nameField(3, 4, 'name of the node where there is no room for more'),
  broadcastSecs: integerField(1, MAX_UINT32, 's from one position sent to the next; 0: as the firmware has it'),
  smartBroadcast: booleanField(2, 'a position is sent when the node has moved, too'),
  fixedPosition: booleanField(3, 'the node stays where it is: its position is not measured any more'),
  gpsUpdateInterval: integerField(5, MAX_UINT32, 's from one position measured to the next; 0: as the firmware has it'),
  positionFlags: integerField(7, 0xffff, 'what a position tells beside the place, one bit each'),
  smartMinimumDistance: integerField(10, 100_000, 'm to be moved before a position is sent; 0: as the firmware has it'),
  smartMinimumInterval: integerField(
    11,
    DAY_SECONDS,
    's between positions sent because it moved; 0: as the firmware has it',
  ),
  gpsMode: integerField(13, 2, 'its receiver is off (0), on (1), or it has none (2)'),
};

export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.entries(settingFields).map(([key, { setting }]) => [key, setting]),
);

/** Whether any of these names is of this part. */
export const holdsAny = (message: ConfigMessage, names: readonly string[]): boolean =>
  names.some((key) => Object.hasOwn(settingFields, key) && settingFields[key]?.message === message);
