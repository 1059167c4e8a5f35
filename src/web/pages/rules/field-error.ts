import type { RuleFields } from './read-rule-form.js';

/** One of several values of a field that the API does not take. */
export type FieldError = { readonly field: 'alerts' | 'emails' | 'phones'; readonly value: string };

/** What the API's message points at (a JSON pointer, RFC 6901, stands first in it); undefined when it is no such value. */
export function parseFieldError(message: string, fields: Required<RuleFields>): FieldError | undefined {
  const [, name, index] = /^\/(alerts|emails|phones)\/(\d+)\b/.exec(message) ?? [];
  const field = (['alerts', 'emails', 'phones'] as const).find((one) => one === name);
  const values = field === undefined ? 'all' : fields[field];
  const value = values === 'all' ? undefined : values[Number(index)];
  return field === undefined || value === undefined ? undefined : { field, value };
}
