import { success, type Result } from '../../errors.js';
import { configSchema } from '../config/config.js';
import { settingErrors } from '../messages.js';
import { customValidator, validatorOf, type Validator } from '../validator.js';

/** Keys of the configuration that administrators change while the gateway runs. */
export const SETTING_KEYS = [
  'timeZone',
  'licenses.total',
  'serial.scan',
  'serial.unknownDevices',
  'store.retention.days',
  'store.retention.bytes',
  'notifications.ttl',
  'notifications.email.smtp.host',
  'notifications.email.smtp.port',
  'notifications.email.smtp.secure',
  'notifications.email.smtp.requireTls',
  'notifications.email.smtp.user',
  'notifications.email.smtp.password',
  // Without `caFile`: who signs in over the network names no file for the gateway to read.
  'notifications.email.smtp.allowSelfSigned',
  'notifications.email.from',
  'notifications.sms.path',
  'notifications.sms.baudRate',
  'notifications.sms.pin',
  'notifications.sms.smsc',
  'attention',
  'log.level',
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** Never returned, and kept apart from the log. */
export const SECRET_KEYS = ['notifications.email.smtp.password', 'notifications.sms.pin'] as const;
export type SecretKey = (typeof SECRET_KEYS)[number];

export const isSecretKey = (key: string): key is SecretKey => (SECRET_KEYS as readonly string[]).includes(key);

export type SettingValue = string | number | boolean | readonly string[];
/** `null`: back to the value of the configuration or its default. */
export type SettingsChange = ReadonlyMap<SettingKey, SettingValue | null>;

/** Where the value comes from, the strongest first. */
const SETTING_SOURCES = ['configuration', 'settings', 'default'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

export type SettingsView = {
  /** the values, as in the configuration; without secrets */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  /** true: it has a value */
  readonly secrets: Readonly<Record<SecretKey, boolean>>;
};

type SchemaNode = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, SchemaNode>> };
type Leaf = Readonly<Record<string, unknown>> & { readonly type: string };

/** The schema of a key, without its default: a body that leaves a key out does not change it. */
function leafOf(key: string): Leaf {
  const node = key
    .split('.')
    .reduce<SchemaNode | undefined>((parent, name) => parent?.properties?.[name], configSchema);
  if (node === undefined) throw new Error(`${key} is no key of the configuration`);
  return without('default', node) as Leaf;
}

const without = (name: string, node: object): object =>
  Object.fromEntries(Object.entries(node).filter(([other]) => other !== name));

const nullable = ({ type, ...leaf }: Leaf): object => ({
  ...leaf,
  ...(Array.isArray(leaf.enum) && { enum: [...(leaf.enum as unknown[]), null] }),
  type: [type, 'null'],
});

/** Nests values by dotted keys: `log.level` becomes `{log: {level}}`. */
export function nest<T>(values: Iterable<readonly [string, T]>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const path = key.split('.');
    const last = path.pop() ?? key;
    const parent = path.reduce((node, name) => (node[name] ??= {}) as Record<string, unknown>, nested);
    parent[last] = value;
  }
  return nested;
}

type Tree = { readonly [name: string]: Tree | SettingKey };
const TREE = nest(SETTING_KEYS.map((key) => [key, key] as const)) as Tree;

/** An object schema for the keys below a node of the tree. */
function objectSchema(tree: Tree, schemaOf: (key: SettingKey) => object): object {
  const properties = Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      typeof node === 'string' ? schemaOf(node) : objectSchema(node, schemaOf),
    ]),
  );
  return { type: 'object', properties, additionalProperties: false };
}

const settingsSchema = objectSchema(
  nest(SETTING_KEYS.filter((key) => !isSecretKey(key)).map((key) => [key, key] as const)) as Tree,
  // What is returned was checked before.
  (key) => without('format', leafOf(key)),
) as { readonly properties: Readonly<Record<string, object>> };

export const settingsViewProperties = {
  settings: { ...settingsSchema, description: 'the values that apply, without secrets' },
  sources: {
    type: 'object',
    required: SETTING_KEYS,
    properties: Object.fromEntries(SETTING_KEYS.map((key) => [key, { enum: SETTING_SOURCES }])),
    additionalProperties: false,
    description:
      'by key; configuration: set by the file, the environment or a flag, and cannot be changed here; settings: set here',
  },
  secrets: {
    type: 'object',
    required: SECRET_KEYS,
    properties: Object.fromEntries(SECRET_KEYS.map((key) => [key, { type: 'boolean' }])),
    additionalProperties: false,
    description: 'by key: true if the secret has a value',
  },
} as const;

/** Sections may be null as well: all keys below are reset. */
function nullableSections(schema: object, isRoot = true): object {
  const { properties, ...others } = schema as { readonly properties?: Readonly<Record<string, object>> };
  if (properties === undefined) return schema;
  const nested = Object.entries(properties).map(([name, node]) => [name, nullableSections(node, false)] as const);
  return { ...others, properties: Object.fromEntries(nested), type: isRoot ? 'object' : ['object', 'null'] };
}

const changeSchema = { ...nullableSections(objectSchema(TREE, (key) => nullable(leafOf(key)))), minProperties: 1 };

const keysBelow = (node: Tree | SettingKey): readonly SettingKey[] =>
  typeof node === 'string' ? [node] : Object.values(node).flatMap(keysBelow);

/** Keys to reset: those whose value, or the section around it, is null. */
function keysOfNulls(node: Tree | SettingKey | undefined, value: unknown): readonly SettingKey[] {
  if (node === undefined) return [];
  if (value === null) return keysBelow(node);
  if (typeof node === 'string' || !isFields(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => keysOfNulls(node[name], one));
}

/** Not below the settings: no setting is an object. */
const withoutNulls = (value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]])),
      )
    : value;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* valuesIn(tree: Tree, body: Readonly<Record<string, unknown>>): Generator<[SettingKey, SettingValue]> {
  for (const [name, value] of Object.entries(body)) {
    const node = tree[name];
    if (typeof node === 'string') yield [node, value as SettingValue];
    else if (node !== undefined && isFields(value)) yield* valuesIn(node, value);
  }
}

const checkValues = validatorOf<Readonly<Record<string, unknown>>>(objectSchema(TREE, leafOf));

/** A JSON Merge Patch of the settings. */
export const validateSettingsChange: Validator<SettingsChange> = customValidator(
  changeSchema,
  (body): Result<SettingsChange> => {
    const nulls = keysOfNulls(TREE, body);
    const checked = checkValues(withoutNulls(body));
    if (!checked.ok) return checked;
    const change = new Map<SettingKey, SettingValue | null>([
      ...nulls.map((key): [SettingKey, null] => [key, null]),
      ...valuesIn(TREE, checked.value),
    ]);
    return change.size > 0 ? success(change) : settingErrors.none();
  },
);

const valueChecks = new Map<string, Validator<unknown>>();

/** Checks a stored value: another version may have had other rules. */
export function checkSetting(key: SettingKey, value: unknown): Result<SettingValue> {
  const check = valueChecks.get(key) ?? validatorOf<unknown>(leafOf(key));
  valueChecks.set(key, check);
  const checked = check(value);
  if (checked.ok) return success(value as SettingValue);
  return checked.data === undefined
    ? checked
    : settingErrors.ofKey({ name: key, problem: checked.data }, checked.field);
}

const testSchema = {
  type: 'object',
  required: ['channel', 'to'],
  properties: {
    channel: { enum: ['email', 'sms'] },
    to: { type: 'string', minLength: 1, maxLength: 254, description: 'mail address or telephone number' },
  },
  additionalProperties: false,
} as const;
export const validateSettingsTest = validatorOf<{ readonly channel: 'email' | 'sms'; readonly to: string }>(testSchema);

export const testResultProperties = {
  result: {
    enum: ['sent', 'failed', 'uncertain'],
    description: 'uncertain: handed over, but it is not known whether it was sent',
  },
  reason: { type: ['string', 'null'], description: 'why it was not sent and how to fix it; null: sent' },
} as const;
export type SettingsTestResult = {
  readonly result: 'sent' | 'failed' | 'uncertain';
  readonly reason: string | null;
};
