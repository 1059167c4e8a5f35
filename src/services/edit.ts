import { applyPatch } from '../domain/patch.js';
import { success, type Result } from '../errors.js';
import type { Patch } from '../schema/patch.js';

/** Makes the complete input of a change from the entity as the API shows it at that moment. */
export type Edit<Shown, Input> = (shown: Shown) => Result<Input>;

/** PUT: the input as sent. */
export const replaceWith =
  <Shown, Input>(input: Input): Edit<Shown, Input> =>
  () =>
    success(input);

/** PATCH: the patched entity is validated as a whole; a patch cannot change `readOnlyFields`. */
export const patchWith =
  <Shown extends object, Input>(
    patch: Patch,
    validate: (value: unknown) => Result<Input>,
    readOnlyFields: readonly string[],
  ): Edit<Shown, Input> =>
  (shown) => {
    const patched = applyPatch({ ...shown } as Record<string, unknown>, patch, readOnlyFields);
    return patched.ok ? validate(patched.value) : patched;
  };
