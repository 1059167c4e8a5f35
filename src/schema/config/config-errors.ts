import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { refusalOf } from '../refusal-of.js';
import { createAjv } from '../validator.js';
import { UPLINK_SECRETS, UPLINKS, UPLINK_TYPES } from '../uplinks/uplink-settings.js';
import { isSecretKey } from '../system/settings.js';
import { configSchema } from './config.js';
import { emailConfig } from './email-config.js';
import { portSettingProperties } from './port-config.js';
import { smsConfig } from './sms-config.js';

/** What is wrong with one key of a configuration. */
export type SchemaError = {
  readonly path: readonly (string | number)[];
  /** "must be a whole number from 1 to 65535", without the value */
  readonly rule: string;
  /** the wrong value, if it may be shown */
  readonly value?: string | number | boolean | null;
  readonly at: 'key' | 'value';
  /** the names or values that are possible here, to find the nearest */
  readonly candidates: readonly string[];
};

type Node = Readonly<Record<string, unknown>>;

/** Patterns of the configuration alone, in words. */
const PATTERN_RULES: Readonly<Record<string, string>> = {
  [emailConfig.properties.smtp.properties.host.pattern]: 'must be the name or address of a host, or empty',
  [smsConfig.properties.pin.pattern]: 'must have 4 to 8 digits, or be empty',
  [smsConfig.properties.smsc.pattern]: 'must be a telephone number like +34600000000, or empty',
  [portSettingProperties.name.pattern]: 'must be one line without spaces at its ends',
  [UPLINKS.mqtt.properties.prefix.pattern]: 'must be parts of a topic without +, # and spaces, like depot/north',
  [UPLINKS.nats.properties.stream.pattern]: 'must have only letters without accents, digits, _ and -',
};

const WEBHOOK_NAME_RULE = 'must have only letters without accents, digits, _ and -, and begin with a letter or digit';

let check: ValidateFunction | undefined;

/** Everything that is wrong with a configuration, or a part of one. Changes nothing. */
export function findSchemaErrors(value: unknown): readonly SchemaError[] {
  // Compiled only for what is refused: a start with a valid configuration never needs it.
  check ??= createAjv({}, { allErrors: true, verbose: true, useDefaults: false }).compile(configSchema);
  if (check(value)) return [];
  const errors = check.errors ?? [];
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  const kept = errors.filter(
    ({ keyword, instancePath, schemaPath }) =>
      keyword === 'anyOf' || !(alternatives.includes(instancePath) && schemaPath.includes('/anyOf/')),
  );
  const described = kept.map((error) => describe(error, pathOf(error.instancePath, value)));
  // One is enough for a key: 1.5 is no whole number, and also below the least one.
  const keys = described.map(({ path }) => JSON.stringify(path));
  return described.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** The names in a pointer, with numbers for the places in lists. */
function pathOf(pointer: string, value: unknown): readonly (string | number)[] {
  let node = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(node) ? Number(name) : name;
      node = (node as Readonly<Record<string | number, unknown>> | undefined)?.[key];
      return key;
    });
}

function describe(error: ErrorObject, path: SchemaError['path']): SchemaError {
  const params = error.params as Node;
  const schema = (error.parentSchema ?? {}) as Node;
  if (typeof params.additionalProperty === 'string') {
    const candidates = Object.keys((schema.properties ?? {}));
    return { path: [...path, params.additionalProperty], rule: 'is not a known key', at: 'key', candidates };
  }
  if (typeof params.missingProperty === 'string') {
    const { description } = ((schema.properties ?? {}) as Readonly<Record<string, Node>>)[params.missingProperty] ?? {};
    const meaning = typeof description === 'string' ? `: ${description}` : '';
    return { path: [...path, params.missingProperty], rule: `is missing${meaning}`, at: 'value', candidates: [] };
  }
  if (error.keyword === 'discriminator') {
    const rule = `must be one of ${UPLINK_TYPES.join(', ')}`;
    return { path: [...path, 'type'], rule, at: 'value', candidates: UPLINK_TYPES, ...shown(error.data, path) };
  }
  const isShown = !isSecret(path) && !isObject(error.data) && isPlain(schema) && error.data !== '';
  return {
    path,
    rule: ruleOf(error, schema),
    at: 'value',
    candidates: candidatesOf(schema),
    ...(isShown && { value: error.data as string }),
  };
}

const shown = (data: unknown, path: SchemaError['path']): { readonly value?: string } => {
  const type = isObject(data) ? (data as Node).type : undefined;
  return typeof type === 'string' && !isSecret(path) ? { value: type } : {};
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
/** A section or a list may hold secrets, so that no value in its place is shown. */
const isPlain = ({ type, anyOf }: Node): boolean => type !== 'object' && type !== 'array' && (type ?? anyOf) !== undefined;

const SECRET_NAMES: ReadonlySet<string | number> = new Set(['secret', ...Object.values(UPLINK_SECRETS).flat()]);

/** Addresses count as secrets: people put passwords and tokens into them. */
const isSecret = (path: SchemaError['path']): boolean => {
  const name = path.at(-1) ?? '';
  return isSecretKey(path.join('.')) || SECRET_NAMES.has(name) || name === 'url';
};

function ruleOf(error: ErrorObject, schema: Node): string {
  const { keyword } = error;
  if (schema.format === 'webhook-name' && keyword === 'format') return WEBHOOK_NAME_RULE;
  if (keyword === 'pattern') {
    const rule = PATTERN_RULES[schema.pattern as string];
    if (rule !== undefined) return rule;
  }
  if (keyword === 'pattern' || keyword === 'format') return refusalOf({ ...error, instancePath: '/' }, schema).message.slice(2);
  if (keyword === 'uniqueItems') return 'must not have a value twice';
  return `must ${expectation(schema, keyword)}`;
}

/** What a value must do or be, in words. */
function expectation(schema: Node, keyword: string): string {
  const { type, minLength, maxLength, maxItems, anyOf } = schema;
  if (Array.isArray(schema.enum)) return `be one of ${schema.enum.join(', ')}`;
  if (typeof schema.const === 'string') return `be ${schema.const}`;
  if (Array.isArray(anyOf)) {
    const rules = (anyOf as readonly Node[]).map((one) => expectation(one, 'type').replace(/^be /, ''));
    return `be ${rules.join(', or ')}`;
  }
  if (type === 'integer') return `be ${wholeNumber(schema)}`;
  if (type === 'boolean') return 'be true or false';
  if (type === 'array') {
    if (keyword === 'maxItems') return `have at most ${String(maxItems)} entries`;
    return keyword === 'minItems' ? 'not be empty' : 'be a list in brackets: […]';
  }
  if (type === 'object') {
    const names = Object.keys((schema.properties ?? {}) as Node).filter((name) => name !== '$schema');
    const some = names.length === 0 ? '…' : `"${names[0] ?? ''}": …`;
    return `be a section of keys in braces: {${some}}`;
  }
  if (keyword === 'maxLength') return `have at most ${String(maxLength)} characters`;
  if (keyword === 'minLength') return minLength === 1 ? 'not be empty' : `have at least ${String(minLength)} characters`;
  return 'be a text in quotes';
}

function wholeNumber({ minimum, maximum }: Node): string {
  if (typeof minimum !== 'number') return 'a whole number';
  return typeof maximum === 'number'
    ? `a whole number from ${minimum} to ${maximum}`
    : `a whole number of at least ${minimum}`;
}

function candidatesOf(schema: Node): readonly string[] {
  if (schema.format === 'time-zone') return Intl.supportedValuesOf('timeZone');
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [];
}
