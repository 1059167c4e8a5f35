import fc, { type Arbitrary } from 'fast-check';
import { idSchema, newDeviceIdSchema } from '../../../src/schema/common.js';
import { isPrintable } from '../../../src/schema/printable-text.js';
import type { Schema } from './openapi.js';

/** Longer lists and texts find no further faults. */
const MOST_ITEMS = 4;
const MOST_CHARACTERS = 300;

const countries = fc.constantFrom('ES', 'NL', 'US', 'MA');
const zones = fc.constantFrom('Europe/Madrid', 'UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati');
const dates = fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
/** Most values are close together, so that range queries match some. */
const instants = fc.oneof(
  fc.integer({ min: 0, max: 86_400 }).map((s) => new Date(Date.parse('2026-11-21T00:00:00Z') + s * 1000).toISOString()),
  dates.map((date) => date.toISOString()),
  dates.map((date) => date.toISOString().replace(/\.\d+Z/, '+05:30')),
);
const formats: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': instants,
  date: dates.map((date) => date.toISOString().slice(0, 10)),
  country: countries,
  'time-zone': zones,
  'mail-address': fc.constantFrom('depot@example.org', 'night@example.org'),
  'telephone-number': fc.constantFrom('+34600000001', '112'),
  'webhook-name': fc.constantFrom('dispatch', 'night'),
  'webhook-url': fc.constantFrom('http://127.0.0.1:9/'),
};

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const lengthOf = (text: string): number => Array.from(text).length;

/** Values that match a JSON Schema, for the keywords that the document uses; `isValid` checks the rest. */
export function createArbitraries(
  components: Readonly<Record<string, Schema>>,
  isValid: (schema: Schema, value: unknown) => boolean,
): (schema: Schema) => Arbitrary<unknown> {
  function of(schema: Schema): Arbitrary<unknown> {
    const { $ref, const: only, enum: some, anyOf, oneOf, type } = schema;
    if (typeof $ref === 'string') return of(components[$ref.split('/').at(-1) ?? ''] ?? {});
    if ('const' in schema) return fc.constant(only);
    if (Array.isArray(some)) return fc.constantFrom(...(some as unknown[]));
    const whole = conditional(schema) ? (value: unknown) => isValid(schema, value) : () => true;
    // The alternatives of an object are whole objects.
    if (Array.isArray(oneOf)) return fc.oneof(...(oneOf as Schema[]).map(of)).filter(whole);
    if (Array.isArray(anyOf) && type === undefined) return fc.oneof(...(anyOf as Schema[]).map(of)).filter(whole);
    const types = Array.isArray(type) ? (type as string[]) : [type as string | undefined];
    const each = types.map((one) =>
      ofType(one, one === 'array' && 'then' in schema ? (schema.then as Schema) : schema),
    );
    return fc.oneof(...each).filter(whole);
  }

  function ofType(type: string | undefined, schema: Schema): Arbitrary<unknown> {
    if (typeof schema.$ref === 'string') return of(schema);
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: number(schema.minimum, 0), max: number(schema.maximum, 1_000_000) });
      case 'number':
        return numberOf(schema);
      case 'string':
        return textOf(schema);
      case 'array':
        return listOf(schema);
      case 'object':
        return objectOf(schema);
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function listOf({ prefixItems, items = {}, minItems, maxItems, uniqueItems }: Schema): Arbitrary<unknown> {
    if (Array.isArray(prefixItems)) return fc.tuple(...(prefixItems as Schema[]).map(of));
    const bounds = { minLength: number(minItems, 0), maxLength: Math.min(number(maxItems, MOST_ITEMS), MOST_ITEMS) };
    const item = of(items as Schema);
    return uniqueItems === true ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
  }

  function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: Schema) {
    const fields = Object.entries(properties as Record<string, Schema>).map(([name, one]) => [name, of(one)]);
    const named = fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>, {
      requiredKeys: required as string[],
      noNullPrototype: true,
    });
    if (typeof additionalProperties !== 'object') return named;
    const name =
      propertyNames === undefined ? fc.string({ minLength: 1, maxLength: 9 }) : textOf(propertyNames as Schema);
    const key = name.filter((one) => !['__proto__', 'constructor', 'prototype'].includes(one));
    return fc.dictionary(key, of(additionalProperties as Schema), { maxKeys: MOST_ITEMS, noNullPrototype: true });
  }

  return of;
}

/** Constraints that no single keyword expresses. */
const conditional = (schema: Schema): boolean =>
  ['allOf', 'dependentRequired', 'not', 'if'].some((keyword) => keyword in schema) ||
  ('anyOf' in schema && 'type' in schema);

function numberOf({ minimum, maximum, exclusiveMaximum }: Schema): Arbitrary<number> {
  const max = number(exclusiveMaximum, number(maximum, 1e9));
  const min = number(minimum, -1e9);
  const fraction = fc.double({ min, max, noNaN: true, maxExcluded: exclusiveMaximum !== undefined });
  return fc.oneof(
    fraction,
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }).filter((one) => one !== exclusiveMaximum),
  );
}

function textOf({ format, pattern, minLength, maxLength }: Schema): Arbitrary<string> {
  if (typeof format === 'string' && format !== 'line') return formats[format] ?? fc.string();
  const [min, max] = [number(minLength, 0), Math.min(number(maxLength, MOST_CHARACTERS), MOST_CHARACTERS)];
  if (pattern === idSchema.pattern || pattern === newDeviceIdSchema.pattern)
    return fc.oneof(fc.constantFrom('bus', 'van', 'depot'), fc.stringMatching(/^[\w:-][\w.:-]{0,8}$/));
  const isLine = format === 'line';
  const unit = isLine ? 'grapheme' : 'binary';
  if (typeof pattern !== 'string') return fc.string({ unit, minLength: min, maxLength: max, size: 'small' });
  return fc
    .stringMatching(new RegExp(pattern), { size: 'xsmall' })
    .filter((text) => !isLine || isPrintable(text))
    .filter((text) => lengthOf(text) >= min && lengthOf(text) <= max);
}
