import type { RuleFields } from './rule-of.js';

/** One of several values of a field that the API does not take. */
export type Wrong = { readonly field: 'alerts' | 'emails' | 'phones'; readonly value: string };

/** What the API's message points at (a JSON pointer, RFC 6901, stands first in it); undefined when it is no such value. */
export function wrongIn(message: string, fields: Required<RuleFields>): Wrong | undefined {
  const [, name, place] = /^\/(alerts|emails|phones)\/(\d+)\b/.exec(message) ?? [];
  const field = (['alerts', 'emails', 'phones'] as const).find((one) => one === name);
  const values = field === undefined ? 'all' : fields[field];
  const value = values === 'all' ? undefined : values[Number(place)];
  return field === undefined || value === undefined ? undefined : { field, value };
}
