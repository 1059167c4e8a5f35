import type { Setting } from '../../provision.js';

/** The messages that hold the settings of a node: its User and its PositionConfig. */
export type ConfigMessage = 'owner' | 'position';

/** Where a setting is stored: the number of the field in its message. */
export type SettingField = { readonly message: ConfigMessage; readonly field: number; readonly setting: Setting };

const nameField = (field: number, maxBytes: number, title: string, description: string): SettingField => ({
  message: 'owner',
  field,
  setting: {
    type: 'string',
    title,
    description: `${description}; ${maxBytes} bytes of UTF-8 at most`,
    maxLength: maxBytes,
    // At least one visible character, and no control character: firmware stores it as a C string.
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
  },
});
const positionField = (field: number, setting: Setting): SettingField => ({ message: 'position', field, setting });

/** As seconds: never. */
const MAX_UINT32 = 0xffff_ffff;
const DAY_SECONDS = 86_400;

/** Every setting by its name. */
export const settingFields: Readonly<Record<string, SettingField>> = {
  longName: nameField(2, 39, 'Long name', 'name of the node'),
  shortName: nameField(3, 4, 'Short name', 'name of the node for small displays'),
  broadcastSecs: positionField(1, {
    type: 'integer',
    title: 'Position interval',
    description: 'time between sent positions; 0: firmware default',
    unit: 's',
    minimum: 0,
    maximum: MAX_UINT32,
  }),
  smartBroadcast: positionField(2, {
    type: 'boolean',
    title: 'Smart position',
    description: 'the node also sends its position after it has moved',
  }),
  fixedPosition: positionField(3, {
    type: 'boolean',
    title: 'Fixed position',
    description: 'the node does not move: its position is no longer measured',
  }),
  gpsUpdateInterval: positionField(5, {
    type: 'integer',
    title: 'GPS interval',
    description: 'time between measured positions; 0: firmware default',
    unit: 's',
    minimum: 0,
    maximum: MAX_UINT32,
  }),
  positionFlags: positionField(7, {
    type: 'integer',
    title: 'Position flags',
    description: 'optional fields of a position message, one bit each',
    minimum: 0,
    maximum: 0xffff,
  }),
  smartMinimumDistance: positionField(10, {
    type: 'integer',
    title: 'Smart position distance',
    description: 'distance to move before a position is sent; 0: firmware default',
    unit: 'm',
    minimum: 0,
    maximum: 100_000,
  }),
  smartMinimumInterval: positionField(11, {
    type: 'integer',
    title: 'Smart position interval',
    description: 'minimum time between positions sent because the node moved; 0: firmware default',
    unit: 's',
    minimum: 0,
    maximum: DAY_SECONDS,
  }),
  gpsMode: positionField(13, {
    type: 'integer',
    title: 'GPS mode',
    description: 'whether the GPS receiver is off (0), on (1) or absent (2)',
    minimum: 0,
    maximum: 2,
  }),
};

export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.entries(settingFields).map(([key, { setting }]) => [key, setting]),
);

/** Whether any of these settings is stored in this message. */
export const holdsAny = (message: ConfigMessage, names: readonly string[]): boolean =>
  names.some((key) => Object.hasOwn(settingFields, key) && settingFields[key]?.message === message);
