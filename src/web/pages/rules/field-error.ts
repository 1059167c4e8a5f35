import { channelFieldNames } from '../../../schema/channels.js';
import type { RuleFormFields } from './read-rule-form.js';

const FIELDS = ['alerts', ...channelFieldNames('recipientsField')] as const;

/** One value of a list field that the API rejects. */
export type FieldError = { readonly field: (typeof FIELDS)[number]; readonly value: string; readonly reason: string };

/** The value that the API's message points at with the JSON pointer (RFC 6901) it starts with; undefined without one. */
export function parseFieldError(message: string, fields: Required<RuleFormFields>): FieldError | undefined {
  const [, name, index, reason = ''] = /^\/(\w+)\/(\d+)\b[: ]*(.*)$/s.exec(message) ?? [];
  const field = FIELDS.find((known) => known === name);
  const values = field === undefined ? 'all' : fields[field];
  const value = values === 'all' ? undefined : values[Number(index)];
  return field === undefined || value === undefined ? undefined : { field, value, reason };
}
