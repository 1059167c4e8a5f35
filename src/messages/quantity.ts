import type { Quantity } from './message.js';

/** The units in which a person reads quantities. */
export type Units = 'metric' | 'imperial';

type Shown = { readonly label: string; readonly decimals: number; readonly from: (si: number) => number };

/** Each unit as people read it. */
const SHOWN: Readonly<Record<Quantity['unit'], Readonly<Record<Units, Shown>>>> = {
  'm/s': {
    metric: { label: 'km/h', decimals: 0, from: (speed) => speed * 3.6 },
    imperial: { label: 'mph', decimals: 0, from: (speed) => speed * 2.236936 },
  },
  m: {
    metric: { label: 'm', decimals: 0, from: (meters) => meters },
    imperial: { label: 'ft', decimals: 0, from: (meters) => meters / 0.3048 },
  },
  '°C': {
    metric: { label: '°C', decimals: 1, from: (celsius) => celsius },
    imperial: { label: '°F', decimals: 1, from: (celsius) => celsius * 1.8 + 32 },
  },
};

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a number format is slow, so each is kept. */
function numberFormat(language: string, maximumFractionDigits: number, useGrouping: boolean): Intl.NumberFormat {
  const key = `${language} ${maximumFractionDigits} ${useGrouping}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits, useGrouping });
  formats.set(key, format);
  return format;
}

export const isUnit = (unit: unknown): unit is Quantity['unit'] =>
  typeof unit === 'string' && Object.hasOwn(SHOWN, unit);

/** A quantity in the reader's units, with the digits of the language: `97 km/h`. */
export function formatQuantity(
  { quantity, unit }: Quantity,
  { language, units, isPlain }: { readonly language: string; readonly units: Units; readonly isPlain: boolean },
): string {
  const { label, decimals, from } = SHOWN[unit][units];
  return `${numberFormat(language, decimals, !isPlain).format(from(quantity))} ${label}`;
}
