/**
 * Request bodies may have more than their schema allows: `null` for a field that is left out and, in resources of the
 * public API, fields of other versions. Both are removed here, driven by the schema, before a body is refused.
 */

/** Names of ignored fields that a response lists. */
export const MAX_IGNORED = 32;
/** Longer pointers are cut. */
const MAX_POINTER_CHARS = 256;

/** The parts of a JSON Schema that say which fields a value may have. */
type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly discriminator?: object;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
};

/** The fields that a schema describes; where it has alternatives, those of all of them. */
type Shape = {
  readonly allowsNull: boolean;
  /** the known fields of an object; undefined: the schema does not describe objects */
  readonly fields: ReadonlyMap<string, Shape> | undefined;
  /** of all other fields; undefined: they are unknown */
  readonly others: Shape | undefined;
  /** of the items of a list */
  readonly items: Shape | undefined;
};

const ANY: Shape = { allowsNull: true, fields: undefined, others: undefined, items: undefined };

function shapeOf(schema: SchemaNode): Shape {
  const alternatives = schema.anyOf ?? schema.oneOf;
  // Next to a type, alternatives only restrict further: `anyOf` of `required`. With a discriminator they are the forms.
  const describesItself =
    schema.discriminator === undefined && (schema.type !== undefined || schema.properties !== undefined);
  if (alternatives !== undefined && !describesItself) return unionOf(alternatives.map(shapeOf));
  const { properties, additionalProperties, items } = schema;
  const isObject = properties !== undefined || additionalProperties !== undefined;
  return {
    allowsNull: allowsNull(schema),
    fields: isObject
      ? new Map(Object.entries(properties ?? {}).map(([name, property]) => [name, shapeOf(property)]))
      : undefined,
    others:
      typeof additionalProperties === 'object'
        ? shapeOf(additionalProperties)
        : additionalProperties === false
          ? undefined
          : ANY,
    items: items === undefined ? undefined : shapeOf(items),
  };
}

function allowsNull({ type, const: only, enum: values }: SchemaNode): boolean {
  if (only !== undefined) return only === null;
  if (values !== undefined) return values.includes(null);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}

function unionOf(shapes: readonly Shape[]): Shape {
  const [first = ANY, ...rest] = shapes;
  if (rest.length === 0) return first;
  const byName = new Map<string, Shape[]>();
  const objects = shapes.filter(({ fields }) => fields !== undefined);
  for (const { fields } of objects) {
    for (const [name, shape] of fields ?? []) byName.set(name, [...(byName.get(name) ?? []), shape]);
  }
  const others = objects.flatMap((shape) => shape.others ?? []);
  const items = shapes.flatMap((shape) => shape.items ?? []);
  return {
    allowsNull: shapes.some((shape) => shape.allowsNull),
    fields: objects.length === 0 ? undefined : new Map([...byName].map(([name, own]) => [name, unionOf(own)])),
    others: others.length === 0 ? undefined : unionOf(others),
    items: items.length === 0 ? undefined : unionOf(items),
  };
}

export type RelaxOptions = {
  /** removes unknown fields too, and names them */
  readonly ignoreUnknown: boolean;
};

/**
 * `ignored`: the first unknown fields that were removed, as JSON pointers; `isChanged`: the value differs from before;
 * `misspelled`: the first unknown field that is a known one in other letters, and that one.
 */
export type Relaxed = {
  readonly isChanged: boolean;
  readonly ignored: readonly string[];
  readonly misspelled?: { readonly pointer: string; readonly meant: string };
};

type Removal = RelaxOptions & {
  readonly path: (string | number)[];
  readonly ignored: string[];
  isChanged: boolean;
  misspelled?: NonNullable<Relaxed['misspelled']>;
};

/**
 * Creates a function that removes, in place, each field whose value is `null` where the schema allows none. A field that
 * any form of the body knows is not unknown: it stays, so that a body that mixes two forms is refused.
 */
export function createRelax(schema: object, { ignoreUnknown }: RelaxOptions): (value: unknown) => Relaxed {
  const shape = shapeOf(schema);
  return (value) => {
    const removal: Removal = { ignoreUnknown, path: [], ignored: [], isChanged: false };
    relax(shape, value, removal);
    return removal;
  };
}

/** Goes no deeper than the schema does. */
function relax(shape: Shape, value: unknown, removal: Removal): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (shape.items === undefined) return;
    for (const [index, item] of value.entries()) relaxField(shape.items, index, item, removal);
    return;
  }
  const { fields, others } = shape;
  if (fields === undefined) return;
  for (const [name, child] of Object.entries(value)) {
    const own = fields.get(name) ?? others;
    const isUnknown = own === undefined && removal.ignoreUnknown;
    const isLeftOut = own?.allowsNull === false && child === null;
    if (isUnknown || isLeftOut) {
      Reflect.deleteProperty(value, name);
      removal.isChanged = true;
    }
    // Without a value there is nothing that a client could miss.
    if (isUnknown && child !== null) noteIgnored(removal, name);
    if (own === undefined) noteMisspelled(removal, name, fields);
    if (own !== undefined) relaxField(own, name, child, removal);
  }
}

function relaxField(shape: Shape, name: string | number, value: unknown, removal: Removal): void {
  removal.path.push(name);
  relax(shape, value, removal);
  removal.path.pop();
}

function noteIgnored({ path, ignored }: Removal, name: string): void {
  if (ignored.length >= MAX_IGNORED) return;
  ignored.push(pointerOf(path, name));
}

/** Libraries write the names of fields in PascalCase or snake_case by default. */
function noteMisspelled(removal: Removal, name: string, fields: ReadonlyMap<string, Shape>): void {
  if (removal.misspelled !== undefined) return;
  const letters = lettersOf(name);
  const meant = [...fields.keys()].find((known) => lettersOf(known) === letters);
  if (meant !== undefined) removal.misspelled = { pointer: pointerOf(removal.path, name), meant };
}

const lettersOf = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

const pointerOf = (path: readonly (string | number)[], name: string): string =>
  [...path, name]
    .map((part) => `/${escapePointer(String(part))}`)
    .join('')
    .slice(0, MAX_POINTER_CHARS);

/** Escapes a field name for a JSON pointer (RFC 6901, 3). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
