import { instantSchema, idSchema } from '../common.js';
import {
  anyForm,
  eitherOf,
  exactly,
  fieldsOf,
  flagForm,
  formBy,
  idForm,
  instantForm,
  lazyForm,
  listOf,
  nullOr,
  numberForm,
  recordOf,
  scalarForm,
  taggedBy,
  textForm,
  type StoredFields,
  type StoredForm,
} from './form.js';

/** The parts of a JSON Schema that a stored value is held to. */
type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly discriminator?: { readonly propertyName: string };
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
};

/**
 * The form of what a schema of the API describes: types, required fields, enumerations, ranges of numbers, ids and instants.
 * Lengths, formats and unknown fields are checked only in requests: another version had other ones.
 * `optional`: required fields that a stored value may lack.
 */
export const formOfSchema = (schema: object, optional: readonly string[] = []): StoredForm =>
  lazyForm(() => makeForm(schema, optional));

function makeForm(schema: object, optional: readonly string[]): StoredForm {
  const node: SchemaNode = schema;
  if (node.const !== undefined) return exactly(node.const);
  if (node.enum !== undefined) return exactly(...node.enum);
  if (node.discriminator !== undefined) return taggedForm(node, optional);
  const alternatives = node.anyOf ?? node.oneOf;
  if (node.type === undefined && alternatives !== undefined)
    return eitherOf(...alternatives.map((one) => makeForm(one, optional)));
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const forms = types.filter((type) => type !== 'null').map((type) => formOfType(node, type, optional));
  if (forms.length === 0) return types.length === 0 ? anyForm : exactly(null);
  const form = forms.length === 1 ? (forms[0] ?? anyForm) : isScalar(types) ? scalarForm : eitherOf(...forms);
  return types.includes('null') ? nullOr(form) : form;
}

/** Any of them: attributes, and the settings of trackers. */
const isScalar = (types: readonly string[]): boolean =>
  ['string', 'number', 'boolean'].every((type) => types.includes(type)) && types.length === 3;

function formOfType(node: SchemaNode, type: string, optional: readonly string[]): StoredForm {
  switch (type) {
    case 'string':
      return textFormOf(node);
    case 'boolean':
      return flagForm;
    case 'number':
    case 'integer':
      return rangeForm(node, type === 'integer');
    case 'array':
      return listForm(node);
    default:
      return objectForm(node, optional);
  }
}

function textFormOf({ format, pattern }: SchemaNode): StoredForm {
  if (format === instantSchema.format) return instantForm;
  return pattern === idSchema.pattern ? idForm : textForm;
}

function rangeForm({ minimum = -Infinity, maximum = Infinity }: SchemaNode, isWhole: boolean): StoredForm {
  if (minimum === -Infinity && maximum === Infinity && !isWhole) return numberForm;
  const what = `${isWhole ? 'a whole number' : 'a number'}${minimum > -Infinity ? ` from ${minimum}` : ''}${maximum < Infinity ? ` to ${maximum}` : ''}`;
  return formBy(
    what,
    (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      value >= minimum &&
      value <= maximum &&
      (!isWhole || Number.isInteger(value)),
  );
}

function listForm({ items, minItems = 0 }: SchemaNode): StoredForm {
  const form = listOf(items === undefined ? anyForm : makeForm(items, []));
  if (minItems === 0) return form;
  const wrong = ` must have at least ${minItems} items`;
  return (value) => form(value) ?? ((value as readonly unknown[]).length < minItems ? wrong : undefined);
}

function objectForm(
  { properties, required = [], additionalProperties }: SchemaNode,
  optional: readonly string[],
): StoredForm {
  if (properties === undefined)
    return recordOf(typeof additionalProperties === 'object' ? makeForm(additionalProperties, []) : anyForm);
  const needed = new Set(required.filter((name) => !optional.includes(name)));
  const forms = Object.entries(properties).map(([name, one]) => [name, makeForm(one, [])] as const);
  const pick = (isNeeded: boolean): StoredFields =>
    Object.fromEntries(forms.filter(([name]) => needed.has(name) === isNeeded));
  return fieldsOf(pick(true), pick(false));
}

function taggedForm({ oneOf = [], discriminator }: SchemaNode, optional: readonly string[]): StoredForm {
  const tag = discriminator?.propertyName ?? '';
  const forms = oneOf.flatMap((one) => {
    const { const: only, enum: values = [only] } = one.properties?.[tag] ?? {};
    const form = makeForm(one, optional);
    return values.map((value) => [value, form] as const);
  });
  return taggedBy(tag, new Map(forms));
}
