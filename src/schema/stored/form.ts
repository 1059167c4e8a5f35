import { idSchema } from '../common.js';
import { isGatewayMessage } from '../gateway-message.js';

/**
 * What a value of a file must be. A file may come from a restore, so whatever the gateway reads from its folder has a form:
 * what a function relies on, and no more. Another version may have written other fields, and texts of other lengths.
 *
 * Undefined: the value fits. Else the place that does not fit and what is right there: `/name must be a text`.
 */
export type StoredForm = (value: unknown) => string | undefined;

/** A form that accepts what `accepts` does. */
export function formBy(what: string, accepts: (value: unknown) => boolean): StoredForm {
  const wrong = ` must be ${what}`;
  return (value) => (accepts(value) ? undefined : wrong);
}

const textBy = (what: string, accepts: (text: string) => boolean): StoredForm =>
  formBy(what, (value) => typeof value === 'string' && accepts(value));

export const anyForm: StoredForm = () => undefined;
export const textForm = formBy('a text', (value) => typeof value === 'string');
/** A text, a finite number, true or false. */
export const scalarForm = formBy('a text, a number, true or false', (value) =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean',
);
export const flagForm = formBy('true or false', (value) => typeof value === 'boolean');
/** JSON has no infinity, but `1e999` is read as one. */
export const numberForm = formBy('a finite number', (value) => Number.isFinite(value));

/** Numbers of entries leave room for those that follow. */
const MAX_WHOLE = 1e15;
const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
export const wholeForm = formBy('a whole number from 0 on', (value) => isWhole(value) && (value as number) < MAX_WHOLE);

const ID = new RegExp(idSchema.pattern);
/** No path, and no topic: an id has neither a slash nor a space. */
const NO_ID = ' must be an id';
export const idForm: StoredForm = (value) =>
  typeof value === 'string' && value.length <= idSchema.maxLength && ID.test(value) ? undefined : NO_ID;

/** Within this the calendar of JavaScript writes four digits of a year. */
const [MIN_INSTANT, MAX_INSTANT] = [Date.UTC(0, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];
const isTime = (ms: number): boolean => ms >= MIN_INSTANT && ms <= MAX_INSTANT;
/** ms since 1970 */
export const timeForm = formBy('a time in ms since 1970', (value) => typeof value === 'number' && isTime(value));
export const dateForm = textBy('a date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isTime(Date.parse(text)));

/** On a day that every month has, the calendar is not needed. */
const USUAL_INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}Z$/;
const NO_INSTANT = ' must be a time like 2026-11-21T08:22:34.000Z';
export const instantForm: StoredForm = (value) =>
  typeof value === 'string' && (USUAL_INSTANT.test(value) || (INSTANT.test(value) && isTime(Date.parse(value))))
    ? undefined
    : NO_INSTANT;

export const exactly = (...values: readonly unknown[]): StoredForm =>
  formBy(values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.map(String).join(', ')}`, (value) =>
    values.includes(value),
  );

export const nullOr =
  (form: StoredForm): StoredForm =>
  (value) =>
    value === null ? undefined : form(value);

/** The value fits one of the forms. */
export const eitherOf =
  (...forms: readonly StoredForm[]): StoredForm =>
  (value) => {
    let wrong: string | undefined;
    for (const form of forms) {
      wrong = form(value);
      if (wrong === undefined) return undefined;
    }
    return wrong;
  };

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of any length, each item of this form. */
export const listOf =
  (item: StoredForm): StoredForm =>
  (value) => {
    if (!Array.isArray(value)) return ' must be a list';
    for (let at = 0; at < value.length; at += 1) {
      const wrong = item(value[at]);
      if (wrong !== undefined) return `/${at}${wrong}`;
    }
    return undefined;
  };

/** A list of as many items as there are forms. */
export const tupleOf =
  (...forms: readonly StoredForm[]): StoredForm =>
  (value) => {
    if (!Array.isArray(value) || value.length !== forms.length) return ` must be a list of ${forms.length}`;
    for (const [at, form] of forms.entries()) {
      const wrong = form(value[at]);
      if (wrong !== undefined) return `/${at}${wrong}`;
    }
    return undefined;
  };

/** An object with any names. */
export const recordOf =
  (item: StoredForm, name: StoredForm = anyForm): StoredForm =>
  (value) => {
    if (!isFields(value)) return ' must be an object';
    for (const key in value) {
      const wrong = name(key) ?? item(value[key]);
      if (wrong !== undefined) return `/${shown(key)}${wrong}`;
    }
    return undefined;
  };

export type StoredFields = Readonly<Record<string, StoredForm>>;

/** An object with these fields. It may have others, which a later version wrote. A start checks many: no call is wasted. */
export function fieldsOf(required: StoredFields, optional: StoredFields = {}): StoredForm {
  const names = Object.keys(required);
  const forms = Object.values(required);
  const others = new Map(Object.entries(optional));
  return (value) => {
    if (!isFields(value)) return ' must be an object';
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      const wrong = forms[at]?.(value[name]);
      if (wrong !== undefined) return value[name] === undefined ? `/${name} is missing` : `/${name}${wrong}`;
    }
    if (others.size === 0) return undefined;
    // Most objects have few of the optional fields.
    for (const name in value) {
      const wrong = others.get(name)?.(value[name]);
      if (wrong !== undefined) return `/${name}${wrong}`;
    }
    return undefined;
  };
}

/** Objects of several forms; the field `tag` has the name of the form. */
export const taggedBy =
  (tag: string, forms: ReadonlyMap<unknown, StoredForm>): StoredForm =>
  (value) => {
    if (!isFields(value)) return ' must be an object';
    const form = forms.get(value[tag]);
    return form === undefined ? `/${tag} must be one of ${[...forms.keys()].map(String).join(', ')}` : form(value);
  };

/** Made when it is first needed: a start needs few of the forms. */
export function lazyForm(make: () => StoredForm): StoredForm {
  let form: StoredForm | undefined;
  return (value) => (form ??= make())(value);
}

/** Both forms. */
export const allOf =
  (...forms: readonly StoredForm[]): StoredForm =>
  (value) => {
    for (const form of forms) {
      const wrong = form(value);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const MAX_SHOWN_CHARS = 64;
/** A name from a file in a sentence. */
export const shown = (name: string): string => name.replaceAll(/[\p{C}/]/gu, '?').slice(0, MAX_SHOWN_CHARS);

/** A message with the values of a row, which is formatted without an error whatever they are. */
export const gatewayMessageForm = formBy('a message of the gateway', isGatewayMessage);
