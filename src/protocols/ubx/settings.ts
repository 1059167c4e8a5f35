import type { ProvisioningFailure, Setting, Settings, SettingValue } from '../provision.js';
import { ubxErrors } from './messages.js';

/** How often a message is sent, in navigation solutions. */
const messageRate = (message: string, port: string): Setting => ({
  type: 'integer',
  title: `${message} rate on ${port}`,
  description: `${message} is sent on ${port} with every navigation solution (1), every second one (2) and so on; 0: never`,
  minimum: 0,
  maximum: 255,
});

/** bit/s, most common first. The gateway tries these, so a receiver is set to no other. */
export const BAUD_RATES = [9_600, 38_400, 115_200, 57_600, 19_200, 4_800] as const;
export const BAUD_SETTING = 'baud';

export const settings: Readonly<Record<string, Setting>> = {
  intervalMs: {
    type: 'integer',
    title: 'Measurement interval',
    description: 'time between measurements; the minimum depends on the model',
    unit: 'ms',
    minimum: 25,
    maximum: 65_535,
  },
  navPvtUart1: messageRate('NAV-PVT', 'UART1'),
  navPvtUsb: messageRate('NAV-PVT', 'USB'),
  [BAUD_SETTING]: {
    type: 'integer',
    title: 'Baud rate',
    description: 'speed of UART1',
    unit: 'bit/s',
    enum: [...BAUD_RATES].sort((a, b) => a - b),
  },
  ubxOut: {
    type: 'boolean',
    title: 'UBX output',
    description:
      'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver',
    enum: [true],
  },
  nmeaOut: { type: 'boolean', title: 'NMEA output', description: 'whether UART1 sends NMEA 0183' },
  rmcUart1: messageRate('RMC', 'UART1'),
};

/** u-blox F9 HPG 1.13 and F10 SPG 6.00, Interface description, Configuration interface. */
const KEYS = new Map([
  ['intervalMs', 0x30210001],
  ['navPvtUart1', 0x20910007],
  ['navPvtUsb', 0x20910009],
  [BAUD_SETTING, 0x40520001],
  ['ubxOut', 0x10740001],
  ['nmeaOut', 0x10740002],
  ['rmcUart1', 0x209100ac],
]);

export const isSetting = (name: string): boolean => KEYS.has(name);
/** 0, which no key has, if there is no such setting */
export const keyOf = (name: string): number => KEYS.get(name) ?? 0;

/** A number on the wire as a value of the type in `settings`. */
export const toValue = (name: string, number: number): SettingValue =>
  settings[name]?.type === 'boolean' ? number !== 0 : number;

function isValid(setting: Setting, value: SettingValue): boolean {
  if (setting.type === 'boolean') return typeof value === 'boolean';
  const { minimum = 0, maximum = Infinity } = setting;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) return false;
  return setting.enum === undefined || setting.enum.includes(value);
}

function refuse(setting: string, value: SettingValue, expected: Setting): ProvisioningFailure {
  const { type, minimum = 0, maximum = 0, enum: allowed } = expected;
  const given = { setting, detail: JSON.stringify(value) };
  if (type === 'boolean') return ubxErrors.notBoolean(given);
  return allowed === undefined
    ? ubxErrors.notWhole({ ...given, minimum, maximum })
    : ubxErrors.notOneOf({ ...given, allowed: allowed.map(String) });
}

/** Why these settings cannot be sent to a receiver; undefined when they can. */
export function validateSettings(settingsToWrite: Settings): ProvisioningFailure | undefined {
  for (const [name, value] of Object.entries(settingsToWrite)) {
    const setting = isSetting(name) ? settings[name] : undefined;
    if (setting === undefined) return ubxErrors.noSetting({ setting: name, settings: [...KEYS.keys()] });
    if (!isValid(setting, value)) return refuse(name, value, setting);
  }
  return undefined;
}
