import { fault, type Fault, type Setting, type Settings, type SettingValue } from '../provision.js';

/** Navigation solutions from one message to the next. */
const every = (message: string): Setting => ({
  type: 'integer',
  minimum: 0,
  maximum: 255,
  description: `${message}: with each navigation solution (1), with every second one (2) and so on; 0: never`,
});

/** bit/s, usual first: where a receiver is looked for, so that it is set to no other */
export const baudRates = [9_600, 38_400, 115_200, 57_600, 19_200, 4_800] as const;
export const baudSetting = 'baud';

export const settings: Readonly<Record<string, Setting>> = {
  intervalMs: {
    type: 'integer',
    minimum: 25,
    maximum: 65_535,
    description: 'ms from one measurement to the next; how short it may be depends on the model',
  },
  navPvtUart1: every('NAV-PVT on UART1'),
  navPvtUsb: every('NAV-PVT on USB'),
  [baudSetting]: {
    type: 'integer',
    enum: [...baudRates].sort((a, b) => a - b),
    description: 'bit/s on UART1',
  },
  ubxOut: {
    type: 'boolean',
    description: 'UART1 sends UBX; it can not be switched off from here: the receiver would be out of reach',
    enum: [true],
  },
  nmeaOut: { type: 'boolean', description: 'whether UART1 sends NMEA 0183 at all' },
  rmcUart1: every('RMC of NMEA 0183 on UART1'),
};

/** u-blox F9 HPG 1.13 and F10 SPG 6.00, Interface description, Configuration interface. */
const keys = new Map([
  ['intervalMs', 0x30210001],
  ['navPvtUart1', 0x20910007],
  ['navPvtUsb', 0x20910009],
  [baudSetting, 0x40520001],
  ['ubxOut', 0x10740001],
  ['nmeaOut', 0x10740002],
  ['rmcUart1', 0x209100ac],
]);

export const isSetting = (name: string): boolean => keys.has(name);
/** 0, which there is not, of what is no setting */
export const keyOf = (name: string): number => keys.get(name) ?? 0;

/** What is a number on the wire, as `settings` has it. */
export const toValue = (name: string, number: number): SettingValue =>
  settings[name]?.type === 'boolean' ? number !== 0 : number;

function isPossible(setting: Setting, value: SettingValue): boolean {
  if (setting.type === 'boolean') return typeof value === 'boolean';
  const { minimum = 0, maximum = Infinity } = setting;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) return false;
  return setting.enum === undefined || setting.enum.includes(value);
}

function expected({ type, minimum = 0, maximum = 0, enum: values }: Setting): string {
  if (type === 'boolean') return 'true or false';
  return values?.join(', ') ?? `a whole number from ${minimum} to ${maximum}`;
}

/** Why they cannot be sent, if so. */
export function faultOf(wanted: Settings): Fault | undefined {
  for (const [name, value] of Object.entries(wanted)) {
    const setting = isSetting(name) ? settings[name] : undefined;
    if (setting === undefined) {
      const known = [...keys.keys()].join(', ');
      return fault('refused', `There is no setting ${name} of a u-blox receiver, only ${known}. Nothing was sent.`);
    }
    if (isPossible(setting, value)) continue;
    const is = JSON.stringify(value);
    return fault('refused', `${name} cannot be ${is}: expected ${expected(setting)}. Nothing was sent.`);
  }
  return undefined;
}
