import { RULE_TYPES, type RuleParameters, type RuleTypeName } from '../../../schema/alert-rules/rule-types.js';
import type { KNOWN_ALERTS } from '../../../schema/records/alert-names.js';
import type { UnitSystem } from '../../format/quantity.js';
import type { alertRuleFormText } from './alert-rule-form.text.js';
import type { Phrases } from './phrases.js';
import type { NumberKind } from './units.js';

type Texts = (typeof alertRuleFormText)['english'];
/** A text without placeholders. */
type FormTextKey = {
  [Key in keyof Texts]: Texts[Key] extends `${string}{${string}}${string}` ? never : Key;
}[keyof Texts];

type CommonRow<Name extends string> = {
  readonly name: Name;
  readonly label: FormTextKey;
  readonly hint?: FormTextKey;
};

/** A number: its bounds and default are those of the schema. */
export type NumberRow<Name extends string = string> = CommonRow<Name> & {
  readonly kind: NumberKind;
  /** what a new rule starts with if the schema has no default */
  readonly start?: Readonly<Record<UnitSystem, number>>;
  /** shown in the empty field */
  readonly placeholder?: FormTextKey;
};

export type ChoiceRow<Name extends string = string> = CommonRow<Name> & {
  readonly kind: 'choice';
  readonly options: readonly (readonly [value: string | boolean, label: FormTextKey])[];
  /** the choice of leaving it out */
  readonly unset?: FormTextKey;
};

export type ZonesRow<Name extends string = string> = CommonRow<Name> & { readonly kind: 'zones' };

/** A parameter of a type of rule, as a field of its form. */
export type ParameterRow<Name extends string = string> = NumberRow<Name> | ChoiceRow<Name> | ZonesRow<Name>;

type AlertName = (typeof KNOWN_ALERTS)[number];

export type RuleRow<Type extends RuleTypeName> = {
  /** all parameters of the type, in the order of the form */
  readonly parameters: readonly ParameterRow<keyof RuleParameters[Type] & string>[];
  /** names of the alerts that such a rule raises */
  readonly raises: (parameters: RuleParameters[Type]) => readonly AlertName[];
  /** what raises them, as the part of a sentence */
  readonly describe: (parameters: RuleParameters[Type], phrases: Phrases) => string;
};

const SENSORS = [
  ['first', 'first'],
  ['second', 'second'],
] as const;

const both = (value: number): Readonly<Record<UnitSystem, number>> => ({ metric: value, imperial: value });
const minimumDuration = { name: 'minimumDuration', kind: 'seconds', label: 'minimumDuration' } as const;
const sensorOptions = (name: 'temperature' | 'fuel'): ChoiceRow['options'] =>
  SENSORS.map(([order, label]) => [order === 'first' ? name : `${name}2`, label]);

/** The types of alert rules. A new type is a row here, and its texts. */
export const RULE_ROWS: { readonly [Type in RuleTypeName]: RuleRow<Type> } = {
  zone: {
    parameters: [
      { name: 'zones', kind: 'zones', label: 'zones', hint: 'zonesHint' },
      {
        name: 'kind',
        kind: 'choice',
        label: 'kind',
        options: [
          ['forbidden', 'forbidden'],
          ['allowed', 'allowed'],
        ],
      },
      {
        name: 'when',
        kind: 'choice',
        label: 'when',
        hint: 'whenHint',
        unset: 'whenUsual',
        options: [
          ['enter', 'enter'],
          ['leave', 'leave'],
          ['both', 'both'],
        ],
      },
      { name: 'minimumStay', kind: 'seconds', label: 'minimumStay', hint: 'minimumStayHint' },
      { name: 'buffer', kind: 'meters', label: 'buffer', hint: 'bufferHint', placeholder: 'automatic' },
    ],
    raises: ({ kind }) => [kind === 'forbidden' ? 'ForbiddenArea' : 'AllowedArea'],
    describe({ zones, kind, when, minimumStay }, { t, list, lasting }) {
      const usual = kind === 'forbidden' ? 'enter' : 'leave';
      const key = { enter: 'enters', leave: 'leaves', both: 'entersOrLeaves' } as const;
      return lasting(t(key[when ?? usual], { zones: list(zones) }), minimumStay);
    },
  },
  speed: {
    parameters: [
      // 90 km/h, 55 mph
      { name: 'limit', kind: 'speed', label: 'limit', start: { metric: 25, imperial: 24.5872 } },
      minimumDuration,
      { name: 'zones', kind: 'zones', label: 'onlyZones', hint: 'onlyZonesHint' },
    ],
    raises: () => ['SpeedLimit'],
    describe({ limit, minimumDuration: seconds, zones }, { t, quantity, list, lasting }) {
      const what = lasting(t('fasterThan', { speed: quantity(limit, 'speed') }), seconds);
      return zones === undefined ? what : t('inZones', { what, zones: list(zones) });
    },
  },
  idle: {
    parameters: [
      { name: 'minutes', kind: 'minutes', label: 'minutesIdle', start: both(30) },
      { name: 'radius', kind: 'meters', label: 'radius', hint: 'radiusHint' },
    ],
    raises: () => ['NoMovementTime'],
    describe: ({ minutes, radius }, { t, quantity, minutesText }) =>
      t('standsStill', { distance: quantity(radius, 'meters'), duration: minutesText(minutes) }),
  },
  silent: {
    parameters: [
      {
        name: 'minutes',
        kind: 'minutes',
        label: 'minutesSilent',
        hint: 'minutesSilentHint',
        placeholder: 'automatic',
      },
    ],
    raises: () => ['GPSOff'],
    describe: ({ minutes }, { t, minutesText }) =>
      minutes === undefined ? t('noReportUsual') : t('noReport', { duration: minutesText(minutes) }),
  },
  noFix: {
    parameters: [{ name: 'minutes', kind: 'minutes', label: 'minutesNoFix' }],
    raises: () => ['GPSNoSignal'],
    describe: ({ minutes }, { t, minutesText }) => t('noPosition', { duration: minutesText(minutes) }),
  },
  temperature: {
    parameters: [
      { name: 'sensor', kind: 'choice', label: 'sensor', options: sensorOptions('temperature') },
      { name: 'above', kind: 'celsius', label: 'above', hint: 'limitsHint', start: both(8) },
      { name: 'below', kind: 'celsius', label: 'below' },
      minimumDuration,
      { name: 'hysteresis', kind: 'celsius', label: 'hysteresis', hint: 'hysteresisHint' },
    ],
    raises: ({ above, below }) => [
      ...(above === undefined ? [] : (['TemperatureGreaterThan'] as const)),
      ...(below === undefined ? [] : (['TemperatureLowerThan'] as const)),
    ],
    describe(parameters, phrases) {
      const { t, lasting } = phrases;
      const sensor = t(parameters.sensor === 'temperature' ? 'sensorTemperature' : 'sensorTemperature2');
      return lasting(describeLimits(sensor, parameters, phrases), parameters.minimumDuration);
    },
  },
  fuel: {
    parameters: [
      { name: 'sensor', kind: 'choice', label: 'sensor', options: sensorOptions('fuel') },
      {
        name: 'direction',
        kind: 'choice',
        label: 'direction',
        options: [
          ['down', 'down'],
          ['up', 'up'],
        ],
      },
      { name: 'percent', kind: 'percent', label: 'percent' },
      { name: 'minutes', kind: 'minutes', label: 'within' },
    ],
    raises: ({ direction }) => [direction === 'down' ? 'FuelJumpDown' : 'FuelJumpUp'],
    describe: ({ sensor, direction, percent, minutes }, { t, quantity, minutesText }) =>
      t(direction === 'down' ? 'falls' : 'rises', {
        sensor: t(sensor === 'fuel' ? 'sensorFuel' : 'sensorFuel2'),
        percent: quantity(percent, 'percent'),
        duration: minutesText(minutes),
      }),
  },
  battery: {
    parameters: [
      { name: 'percent', kind: 'percent', label: 'percentBattery' },
      { name: 'hysteresis', kind: 'percent', label: 'hysteresis', hint: 'hysteresisHint' },
    ],
    raises: () => ['BatteryLow'],
    describe: ({ percent }, { t, quantity }) => t('batteryAt', { percent: quantity(percent, 'percent') }),
  },
  input: {
    parameters: [
      { name: 'input', kind: 'count', label: 'input', start: both(1) },
      {
        name: 'on',
        kind: 'choice',
        label: 'on',
        options: [
          [true, 'switchesOn'],
          [false, 'switchesOff'],
        ],
      },
    ],
    raises: ({ input, on }) => [`Sensor${input}${on ? 'On' : 'Off'}` as AlertName],
    describe: ({ input, on }, { t }) => t(on ? 'inputOn' : 'inputOff', { number: input }),
  },
};

type Limits = Pick<RuleParameters['temperature'], 'above' | 'below'>;

function describeLimits(sensor: string, { above, below }: Limits, { t, quantity }: Phrases): string {
  const shown = (value: number): string => quantity(value, 'celsius');
  if (above === undefined) return t('below', { sensor, limit: shown(below ?? 0) });
  if (below === undefined) return t('above', { sensor, limit: shown(above) });
  return t('aboveOrBelow', { sensor, above: shown(above), below: shown(below) });
}

type SchemaRow = { readonly type?: string; readonly minimum?: number; readonly maximum?: number };

/** What the schema states of a parameter; `max` is infinite where it states none. */
export function schemaOf(
  type: RuleTypeName,
  name: string,
): { readonly min: number; readonly max: number; readonly isWhole: boolean; readonly isRequired: boolean } {
  const { properties, required } = RULE_TYPES[type] as {
    readonly properties: Readonly<Record<string, SchemaRow>>;
    readonly required: readonly string[];
  };
  const { type: kind, minimum = -Infinity, maximum = Infinity } = properties[name] ?? {};
  return { min: minimum, max: maximum, isWhole: kind === 'integer', isRequired: required.includes(name) };
}

/** The value that the gateway takes if the parameter is left out; undefined: none. */
export const defaultOf = (type: RuleTypeName, name: string): unknown =>
  (RULE_TYPES[type].defaults as Readonly<Record<string, unknown>>)[name];
