import { configSchema } from '../../../src/schema/config/config.js';

type Node = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Node>> };
type Path = readonly (string | number)[];

/** A configuration that cannot be used, and what its message names. */
export type WrongConfig = {
  readonly title: string;
  readonly config: object;
  /** the key that the message names, dotted */
  readonly key: string;
  /** the text that begins at line and column of the message */
  readonly at: string;
  /** what the message expected */
  readonly expected: RegExp;
};

/** In each place of a secret and of a value that must not be repeated. */
export const SECRET = 'S3CRET-0123456789abcdef';

/** Complete entries of the lists, whose fields are then made wrong one at a time. */
const ENTRIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'serial.ports': { path: '/dev/ttyUSB0', protocol: 'nmea0183', deviceId: 'bus' },
  'serial.listeners': { transport: 'tcp', port: 5027, protocol: 'teltonika' },
  'notifications.webhooks': { name: 'dispatch', url: `https://dispatch.example/${SECRET}`, secret: SECRET },
};
const UPLINKS: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'rest', type: 'rest', url: 'https://center.example', userName: 'north', apiKey: SECRET },
  { name: 'mqtt', type: 'mqtt', url: 'mqtts://broker.example', user: 'north', password: SECRET },
  { name: 'nats', type: 'nats', url: 'nats://host1', password: SECRET, nkeySeed: SECRET },
];

/** Secrets in their right places, in each of the configurations. */
const WITH_SECRETS = { notifications: { email: { smtp: { password: SECRET } } } };

/** An object with `value` at `path`, merged into `base`. */
function put(base: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const list = [...((base as unknown[] | undefined) ?? [])];
    list[name] = put(list[name], rest, value);
    return list;
  }
  const object = (typeof base === 'object' ? base : {}) as Readonly<Record<string, unknown>>;
  return { ...object, [name]: put(object[name], rest, value) };
}

const misspelled = (name: string): string => `${name.slice(0, 1)}${name}`;

/** Values of another type than the schema's. */
function wrongTypes({ type, anyOf, enum: values }: Node): readonly unknown[] {
  if (anyOf !== undefined) return [null, [SECRET], 1.5];
  if (type === 'string') return values === undefined ? [7, null, { key: SECRET }] : [7, 'nothing of this'];
  if (type === 'integer') return ['7', 1.5, null];
  if (type === 'boolean') return ['true', 1];
  if (type === 'array') return [SECRET, { key: SECRET }];
  return [SECRET, null, [SECRET], 9090];
}

function outOfRange({ type, minimum, maximum, maxLength, minLength }: Node): readonly unknown[] {
  if (type === 'integer') {
    return [minimum, maximum].flatMap((bound, index) =>
      typeof bound === 'number' ? [bound + (index === 0 ? -1 : 1)] : [],
    );
  }
  if (type !== 'string') return [];
  return [
    ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
    ...(typeof minLength === 'number' ? ['x'.repeat(minLength - 1)] : []),
  ];
}

const EXPECTATION = /^(?:must (?:be|have|not) .{4,}|is missing)/;

/** A configuration for each wrong value of a key. `base`: what the entry of a list needs besides. */
function wrongValues(node: Node, path: Path, base: unknown): WrongConfig[] {
  const key = path.join('.');
  return [...wrongTypes(node), ...outOfRange(node)].map((value) => ({
    title: `${key}: ${JSON.stringify(value).slice(0, 40)}`,
    config: put(base, path, value) as object,
    key,
    at: JSON.stringify(value),
    expected: EXPECTATION,
  }));
}

function wrongName(name: string, parent: Path, base: unknown): WrongConfig {
  const wrong = misspelled(name);
  const key = [...parent, wrong].join('.');
  return {
    title: `${key} for ${name}`,
    config: put(base, [...parent, wrong], SECRET) as object,
    key,
    at: JSON.stringify(wrong),
    expected: new RegExp(`^is not a known key: did you mean ${name.replace('$', '\\$')}\\?$`),
  };
}

/** Each key of a section: wrong types, out of range, misspelled; then the keys below it. */
const wrongSection = (properties: Readonly<Record<string, Node>>, parent: Path, base: unknown): WrongConfig[] =>
  Object.entries(properties).flatMap(([name, node]) => [
    ...wrongValues(node, [...parent, name], base),
    wrongName(name, parent, base),
    ...wrongSection(node.properties ?? {}, [...parent, name], base),
  ]);

const nodeAt = (path: Path): Node =>
  path.reduce<Node>((node, name) => node.properties?.[name] ?? {}, configSchema as unknown as Node);

function wrongEntry(list: Path, schema: Node, entry: Readonly<Record<string, unknown>>): WrongConfig[] {
  const place = [...list, 0];
  const base = put(WITH_SECRETS, list, [entry]);
  // The type of an uplink is in a test of its own: with another one, its other fields are those of another type.
  const fields = Object.entries(schema.properties ?? {}).filter(([, node]) => node.const === undefined);
  const missing = (schema.required as readonly string[]).filter((name) => name !== 'type');
  return [
    ...wrongSection(Object.fromEntries(fields), place, base),
    ...missing.map((name) => ({
      title: `${[...place, name].join('.')} is left out`,
      config: put(base, [...place, name], undefined) as object,
      key: [...place, name].join('.'),
      at: '{',
      expected: /^is missing/,
    })),
  ];
}

/** A table of configurations with one mistake each, made from the schema. */
export function wrongConfigs(): readonly WrongConfig[] {
  const sections = Object.entries(configSchema.properties).filter(([name]) => name !== '$schema');
  const types = (configSchema.properties.uplinks.items as unknown as { readonly oneOf: readonly Node[] }).oneOf;
  return [
    ...wrongSection(Object.fromEntries(sections), [], WITH_SECRETS),
    ...Object.entries(ENTRIES).flatMap(([key, entry]) => {
      const path = key.split('.');
      return wrongEntry(path, nodeAt(path).items as Node, entry);
    }),
    ...UPLINKS.flatMap((entry, index) => wrongEntry(['uplinks'], types[index] ?? {}, entry)),
  ];
}
