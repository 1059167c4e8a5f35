import type { ApiFailure } from './client.js';

/** The field of a form that a failure names; `rest`: the place inside of its value, such as the index in a list. */
export type FieldError<Name extends string> = { readonly name: Name; readonly rest: string };

/** The longest of `names` that begins the JSON pointer of a failure; undefined: it is of no field of the form. */
export function fieldError<Name extends string>(
  failure: ApiFailure | undefined,
  names: readonly Name[],
): FieldError<Name> | undefined {
  const { field = '' } = failure ?? {};
  const found = names
    .filter((name) => field === `/${name}` || field.startsWith(`/${name}/`))
    .sort((one, other) => other.length - one.length)[0];
  return found === undefined ? undefined : { name: found, rest: field.slice(found.length + 2) };
}
