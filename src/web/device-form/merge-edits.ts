import type { FieldTexts } from './device-fields.js';

/** What a user types over `base`, the texts that the form started with. */
export type Edits = { readonly base: FieldTexts; readonly typed: FieldTexts };

export type MergedEdits = Edits & {
  /** names of the fields that both the user and another user changed, to different texts */
  readonly conflicts: readonly string[];
};

/**
 * Merges what the gateway has now into a form. Fields that the user has not touched follow; nothing typed is lost. A field
 * in conflict keeps its base, so that saving it fails, unless `accept` is set: then the user knows, and may overwrite it.
 */
export function mergeEdits({ base, typed }: Edits, current: FieldTexts, accept = false): MergedEdits {
  const merged = { base: { ...base }, typed: { ...typed } };
  const conflicts: string[] = [];
  for (const [name, now] of Object.entries(current)) {
    const isTouched = typed[name] !== base[name];
    const isConflict = isTouched && now !== base[name] && now !== typed[name];
    if (isConflict) conflicts.push(name);
    if (!isTouched) merged.typed[name] = now;
    if (!isConflict || accept) merged.base[name] = now;
  }
  return { ...merged, conflicts };
}

/** Names of the fields that the user has changed. */
export const changedFields = ({ base, typed }: Edits): readonly string[] =>
  Object.keys(typed).filter((name) => typed[name] !== base[name]);
