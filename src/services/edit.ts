import { applyPatch } from '../domain/patch.js';
import { success, type Result } from '../errors.js';
import type { Patch } from '../schema/patch.js';

/** What a client wants of something as it is shown to him at that moment: the whole of it anew. */
export type Edit<Shown, Input> = (shown: Shown) => Result<Input>;

/** PUT: everything is as sent. */
export const replaceWith =
  <Shown, Input>(input: Input): Edit<Shown, Input> =>
  () =>
    success(input);

/** PATCH: what comes out of it is checked as a whole; `fixed` fields are not the client's to change. */
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
