import { SPEED_UNITS, toSpeed, type UnitSystem } from '../../format/quantity.js';
import type { Language } from '../../text/text.js';

/** What a number of an alert rule is; the API has m/s, s, minutes, m, °C and %. */
export type NumberKind = 'speed' | 'seconds' | 'minutes' | 'meters' | 'celsius' | 'percent' | 'count';
export type UnitName = 'km/h' | 'mph' | 'second' | 'minute' | 'hour' | 'day' | 'm' | '°C' | '%' | '';

/** `factor`: how many of it are one unit of the API */
export type Unit = { readonly name: UnitName; readonly factor: number };

const UNITS: Readonly<Record<Exclude<NumberKind, 'speed'>, readonly Unit[]>> = {
  seconds: [
    { name: 'second', factor: 1 },
    { name: 'minute', factor: 1 / 60 },
    { name: 'hour', factor: 1 / 3_600 },
  ],
  minutes: [
    { name: 'minute', factor: 1 },
    { name: 'hour', factor: 1 / 60 },
    { name: 'day', factor: 1 / 1_440 },
  ],
  meters: [{ name: 'm', factor: 1 }],
  celsius: [{ name: '°C', factor: 1 }],
  percent: [{ name: '%', factor: 1 }],
  count: [{ name: '', factor: 1 }],
};

/** The units in which a number can be typed, the smallest first. */
export const unitsOf = (kind: NumberKind, system: UnitSystem): readonly Unit[] =>
  kind === 'speed' ? [{ name: SPEED_UNITS[system], factor: toSpeed(1, system) }] : UNITS[kind];

const NONE: Unit = { name: '', factor: 1 };

/** The unit of that name; the smallest one for a name that the kind does not have in this system. */
export function unitNamed(kind: NumberKind, system: UnitSystem, name: UnitName): Unit {
  const all = unitsOf(kind, system);
  return all.find((unit) => unit.name === name) ?? all[0] ?? NONE;
}

/** The largest unit in which the value is a whole number: 600 s are 10 minutes; else the smallest one. */
export function fittingUnit(kind: NumberKind, system: UnitSystem, value: number | undefined): Unit {
  const all = unitsOf(kind, system);
  const isWhole = ({ factor }: Unit): boolean =>
    value !== undefined && value !== 0 && Number.isInteger(round(value * factor));
  return [...all].reverse().find(isWhole) ?? all[0] ?? NONE;
}

/** 25 m/s typed as 90 km/h must not be stored as 24.999999999999996. */
const STORED_DECIMALS = 1e6;
const SHOWN_DECIMALS = 100;

const round = (value: number): number => Math.round(value * STORED_DECIMALS) / STORED_DECIMALS;

/** In the unit of the API. */
export const toApi = (typed: number, { factor }: Unit): number => round(typed / factor);

/** As a form shows it, with two decimals at most. */
export const fromApi = (value: number, { factor }: Unit): number =>
  Math.round(round(value * factor) * SHOWN_DECIMALS) / SHOWN_DECIMALS;

/** Bounds of the API in a unit, rounded inwards. */
export const boundsIn = (
  { min, max }: { readonly min: number; readonly max: number },
  { factor }: Unit,
): { readonly min: number; readonly max: number } => ({
  min: Math.ceil(round(min * factor) * SHOWN_DECIMALS) / SHOWN_DECIMALS,
  max: Math.floor(round(max * factor) * SHOWN_DECIMALS) / SHOWN_DECIMALS,
});

const INTL_UNITS: ReadonlySet<string> = new Set<UnitName>(['second', 'minute', 'hour', 'day']);

/** A unit by itself, in the words of the language: `minutes`, `km/h`. */
export function unitLabel(name: UnitName, language: Language): string {
  if (!INTL_UNITS.has(name)) return name;
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' });
  // Of a number whose plural no language has a special form for.
  return format.formatToParts(10).find(({ type }) => type === 'unit')?.value ?? name;
}

const MAX_DECIMALS = 1;

/** A value of the API with its unit, for a sentence. */
export function formatQuantity(value: number, kind: NumberKind, language: Language, system: UnitSystem): string {
  const unit = unitNamed(kind, system, '');
  const number = (value * unit.factor).toLocaleString(language, { maximumFractionDigits: MAX_DECIMALS });
  if (kind === 'percent') return (value / 100).toLocaleString(language, { style: 'percent' });
  return unit.name === '' ? number : `${number} ${unit.name}`;
}
