import type { RuleFields } from './read-rule-form.js';

/** One value of a list field that the API rejects. */
export type FieldError = { readonly field: 'alerts' | 'emails' | 'phones'; readonly value: string };

/** The value that the API's message points at with the JSON pointer (RFC 6901) it starts with; undefined without one. */
export function parseFieldError(message: string, fields: Required<RuleFields>): FieldError | undefined {
  const [, name, index] = /^\/(alerts|emails|phones)\/(\d+)\b/.exec(message) ?? [];
  const field = (['alerts', 'emails', 'phones'] as const).find((one) => one === name);
  const values = field === undefined ? 'all' : fields[field];
  const value = values === 'all' ? undefined : values[Number(index)];
  return field === undefined || value === undefined ? undefined : { field, value };
}
