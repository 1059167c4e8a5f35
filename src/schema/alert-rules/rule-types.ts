import { idSchema } from '../common.js';

/**
 * What each type of alert rule can be set to: the schema of its parameters, those that a client must send, and the defaults
 * of the others. `domain/alert-rules` has a row for each of them. Imports no library, because the dashboard uses this file.
 */

/** s */
const MAX_DURATION = 86_400;
const MAX_MINUTES = 10_080;
const MAX_ZONES = 100;

const number = (minimum: number, maximum: number, description: string) =>
  ({ type: 'number', minimum, maximum, description }) as const;
const integer = (minimum: number, maximum: number, description: string) =>
  ({ type: 'integer', minimum, maximum, description }) as const;

const minutes = integer(1, MAX_MINUTES, 'minutes');
const duration = (description: string) => number(0, MAX_DURATION, `s; ${description}`);
const minimumDuration = duration('that it must last');
const celsius = (description: string) => number(-273.15, 10_000, `°C; ${description}`);
const zones = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_ZONES,
  uniqueItems: true,
  items: idSchema,
  description: 'ids of zones, together one area',
} as const;

type RuleTypeRow = {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>>;
};

export const RULE_TYPES = {
  zone: {
    properties: {
      zones,
      kind: { enum: ['forbidden', 'allowed'], description: 'raises ForbiddenArea or AllowedArea' },
      when: {
        enum: ['enter', 'leave', 'both'],
        description: 'left out: `enter` for a forbidden area, `leave` for an allowed one',
      },
      buffer: number(
        0,
        10_000,
        'm beyond the edge before a device has left; left out: the accuracy of the fix, at least 20',
      ),
      minimumStay: duration('inside or outside before it counts'),
    },
    required: ['zones'],
    defaults: { kind: 'forbidden', minimumStay: 0 },
  },
  speed: {
    properties: { limit: number(0.5, 1_000, 'm/s'), minimumDuration, zones },
    required: ['limit'],
    defaults: { minimumDuration: 10 },
  },
  idle: {
    properties: { minutes, radius: number(5, 10_000, 'm; within which a device stands') },
    required: ['minutes'],
    defaults: { radius: 50 },
  },
  silent: {
    properties: { minutes: integer(10, MAX_MINUTES, 'left out: three times the usual interval of the device') },
    required: [],
    defaults: {},
  },
  noFix: { properties: { minutes }, required: [], defaults: { minutes: 10 } },
  temperature: {
    properties: {
      sensor: { enum: ['temperature', 'temperature2'] },
      above: celsius('raises TemperatureGreaterThan'),
      below: celsius('raises TemperatureLowerThan'),
      hysteresis: number(0.1, 100, '°C back from the limit before it can be raised again'),
      minimumDuration,
    },
    required: [],
    defaults: { sensor: 'temperature', hysteresis: 1, minimumDuration: 60 },
  },
  fuel: {
    properties: {
      sensor: { enum: ['fuel', 'fuel2'] },
      direction: { enum: ['down', 'up'], description: 'raises FuelJumpDown or FuelJumpUp' },
      percent: integer(2, 100, '%; of the tank'),
      minutes,
    },
    required: [],
    defaults: { sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 },
  },
  battery: {
    properties: {
      percent: integer(1, 99, '%; at or below'),
      hysteresis: integer(1, 50, '% above it before it can be raised again'),
    },
    required: [],
    defaults: { percent: 20, hysteresis: 5 },
  },
  input: {
    properties: {
      input: integer(1, 4, 'the first one is 1'),
      on: { type: 'boolean', description: 'the state that raises it' },
    },
    required: ['input'],
    defaults: { on: true },
  },
} as const satisfies Readonly<Record<string, RuleTypeRow>>;

export type RuleTypeName = keyof typeof RULE_TYPES;
export const RULE_TYPE_NAMES = Object.keys(RULE_TYPES) as readonly RuleTypeName[];

/** The parameters of each type as stored, with their defaults. */
export type RuleParameters = {
  readonly zone: {
    readonly zones: readonly string[];
    readonly kind: 'forbidden' | 'allowed';
    readonly when?: 'enter' | 'leave' | 'both';
    readonly buffer?: number;
    readonly minimumStay: number;
  };
  readonly speed: { readonly limit: number; readonly minimumDuration: number; readonly zones?: readonly string[] };
  readonly idle: { readonly minutes: number; readonly radius: number };
  readonly silent: { readonly minutes?: number };
  readonly noFix: { readonly minutes: number };
  readonly temperature: {
    readonly sensor: 'temperature' | 'temperature2';
    readonly above?: number;
    readonly below?: number;
    readonly hysteresis: number;
    readonly minimumDuration: number;
  };
  readonly fuel: {
    readonly sensor: 'fuel' | 'fuel2';
    readonly direction: 'down' | 'up';
    readonly percent: number;
    readonly minutes: number;
  };
  readonly battery: { readonly percent: number; readonly hysteresis: number };
  readonly input: { readonly input: number; readonly on: boolean };
};
