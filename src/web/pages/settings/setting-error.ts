import type { SettingRow } from './setting-row.js';
import { splitNames } from './setting-row.js';

/** What the gateway rejects in a form. */
export type SettingError = {
  readonly key: SettingRow['key'];
  /** of a list: the rejected value */
  readonly value?: string;
  readonly reason: string;
};

/** The setting at which the API's message points with the JSON pointer (RFC 6901) it starts with. */
export function parseSettingError(
  message: string,
  rows: readonly SettingRow[],
  typed: Readonly<Record<string, string>>,
): SettingError | undefined {
  const [, pointer = '', reason = ''] = /^((?:\/\w+)+)[: ]+(.+)$/s.exec(message) ?? [];
  const path = pointer.slice(1).replaceAll('/', '.');
  const row = rows.find(({ key }) => path === key || path.startsWith(`${key}.`));
  if (row === undefined) return undefined;
  const index = path.slice(row.key.length + 1);
  const value = row.kind === 'names' && index !== '' ? splitNames(typed[row.key] ?? '')[Number(index)] : undefined;
  return { key: row.key, reason, ...(value !== undefined && { value }) };
}
