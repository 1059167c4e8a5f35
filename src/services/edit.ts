import { isDeepStrictEqual } from 'node:util';
import { applyPatch } from '../domain/patch.js';
import { success, type Result } from '../errors.js';
import type { Patch } from '../schema/patch.js';
import type { Validated } from '../schema/validator.js';

/** Makes the complete input of a change from the entity as the API shows it at that moment. */
export type Edit<Shown, Input> = (shown: Shown) => Result<Input>;

/** PUT: the input as sent. */
export const replaceWith =
  <Shown, Input>(input: Input): Edit<Shown, Input> =>
  () =>
    success(input);

/**
 * PATCH: the patched entity is validated as a whole; a patch cannot change `readOnlyFields`. `onIgnored` is called with the
 * unknown fields that the patch added, if they are ignored.
 */
export const patchWith =
  <Shown extends object, Input>(
    patch: Patch,
    validate: (value: unknown) => Validated<Input>,
    readOnlyFields: readonly string[],
    onIgnored?: (ignored: readonly string[]) => void,
  ): Edit<Shown, Input> =>
  (shown) => {
    const patched = applyPatch({ ...shown } as Record<string, unknown>, patch, readOnlyFields);
    if (!patched.ok) return patched;
    const input = validate(patched.value);
    if (input.ok && input.ignored !== undefined) onIgnored?.(input.ignored);
    return input;
  };

/** Is the entity as it was? `stamps`: its fields that every change sets. Such a change is not stored. */
export function isUnchanged<T extends object>(
  entity: T,
  previous: T | undefined,
  stamps: readonly (keyof T)[] = [],
): previous is T {
  if (previous === undefined) return false;
  const stamped = Object.fromEntries(stamps.map((name) => [name, previous[name]]));
  return isDeepStrictEqual(asStored({ ...entity, ...stamped }), asStored(previous));
}

const asStored = (entity: object): unknown => JSON.parse(JSON.stringify(entity));
