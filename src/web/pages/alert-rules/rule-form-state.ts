import type { Zone } from '../../../schema/zones/zone.js';
import type { RuleDraft } from './rule-draft.js';

/** What the parts of the form share. */
export type RuleFormState = {
  readonly draft: RuleDraft;
  readonly change: (changes: Partial<RuleDraft>) => void;
  /** why the value of a field is refused, in the viewer's language; undefined: it is not */
  readonly errorOf: (field: string) => string | undefined;
  readonly zones: readonly Zone[];
};
