import { failure } from '../../errors.js';
import type { ProvisioningFailure, Setting, Settings, SettingValue } from '../provision.js';

/** Navigation solutions from one message to the next. */
const messageRate = (message: string): Setting => ({
  type: 'integer',
  minimum: 0,
  maximum: 255,
  description: `${message}: with each navigation solution (1), with every second one (2) and so on; 0: never`,
});

/** bit/s, usual first: where a receiver is looked for, so that it is set to no other */
export const BAUD_RATES = [9_600, 38_400, 115_200, 57_600, 19_200, 4_800] as const;
export const BAUD_SETTING = 'baud';

export const settings: Readonly<Record<string, Setting>> = {
  intervalMs: {
    type: 'integer',
    minimum: 25,
    maximum: 65_535,
    description: 'ms from one measurement to the next; how short it may be depends on the model',
  },
  navPvtUart1: messageRate('NAV-PVT on UART1'),
  navPvtUsb: messageRate('NAV-PVT on USB'),
  [BAUD_SETTING]: {
    type: 'integer',
    enum: [...BAUD_RATES].sort((a, b) => a - b),
    description: 'bit/s on UART1',
  },
  ubxOut: {
    type: 'boolean',
    description: 'UART1 sends UBX; it can not be switched off from here: the receiver would be out of reach',
    enum: [true],
  },
  nmeaOut: { type: 'boolean', description: 'whether UART1 sends NMEA 0183 at all' },
  rmcUart1: messageRate('RMC of NMEA 0183 on UART1'),
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
/** 0, which there is not, of what is no setting */
export const keyOf = (name: string): number => KEYS.get(name) ?? 0;

/** What is a number on the wire, as `settings` has it. */
export const toValue = (name: string, number: number): SettingValue =>
  settings[name]?.type === 'boolean' ? number !== 0 : number;

function isValid(setting: Setting, value: SettingValue): boolean {
  if (setting.type === 'boolean') return typeof value === 'boolean';
  const { minimum = 0, maximum = Infinity } = setting;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) return false;
  return setting.enum === undefined || setting.enum.includes(value);
}

function describeExpected({ type, minimum = 0, maximum = 0, enum: values }: Setting): string {
  if (type === 'boolean') return 'true or false';
  return values?.join(', ') ?? `a whole number from ${minimum} to ${maximum}`;
}

/** Why they cannot be sent, if so. */
export function validateSettings(settingsToWrite: Settings): ProvisioningFailure | undefined {
  for (const [name, value] of Object.entries(settingsToWrite)) {
    const setting = isSetting(name) ? settings[name] : undefined;
    if (setting === undefined) {
      const known = [...KEYS.keys()].join(', ');
      return failure('refused', `There is no setting ${name} of a u-blox receiver, only ${known}. Nothing was sent.`);
    }
    if (isValid(setting, value)) continue;
    const given = JSON.stringify(value);
    return failure('refused', `${name} cannot be ${given}: expected ${describeExpected(setting)}. Nothing was sent.`);
  }
  return undefined;
}
