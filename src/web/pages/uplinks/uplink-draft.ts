import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import type { UplinkType } from '../../../schema/uplinks/uplink-settings.js';
import type { ApiFailure } from '../../api/client.js';
import { startOf, type StartDraft } from './start.js';
import { isPem, isSecret, NAME_LIMITS, rowsOf, TLS, type UplinkRow } from './uplink-rows.js';

/** What is typed into the form of an uplink. */
export type UplinkDraft = {
  readonly name: string;
  readonly type: UplinkType;
  readonly enabled: boolean;
  /** of a new uplink */
  readonly start: StartDraft;
  /** texts by key of the setting; a switch is `on` or empty */
  readonly values: Readonly<Record<string, string>>;
};

export const ON = 'on';
/** The tick that removes a secret is a field of its own. */
export const removalOf = (key: string): string => `${key} removed`;
/** The text field next to a switch that is on or a text. */
export const textOf = (key: string): string => `${key} text`;

/** The name that `secrets` of the API has for a secret. */
const secretNameOf = (key: string): string => (key === 'tls.key' ? 'tlsKey' : key);
export const isSecretSet = (uplink: UplinkView | undefined, key: string): boolean =>
  Object.entries(uplink?.secrets ?? {}).some(([name, isSet]) => name === secretNameOf(key) && isSet);

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const valueAt = (settings: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((node, name) => (isFields(node) ? node[name] : undefined), settings);

const textFor = (value: unknown): string => {
  if (value === true) return ON;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The draft of an uplink as it is, or of a new one. */
export function draftOf(uplink?: UplinkView): UplinkDraft {
  const { name = '', type = 'rest', settings = {} } = uplink ?? {};
  const values = rowsOf(type).flatMap(({ key, kind }): [string, string][] => {
    const value = isSecret(kind) ? undefined : valueAt(settings, key);
    if (kind !== 'discovery') return [[key, textFor(value)]];
    const isText = typeof value === 'string';
    return [
      [key, isText ? ON : textFor(value)],
      [textOf(key), isText ? value : ''],
    ];
  });
  return {
    ...{ name, type, start: { from: 'now', entry: '' } },
    enabled: valueAt(settings, 'enabled') !== false,
    values: Object.fromEntries(values),
  };
}

/** The value of a setting for the API; undefined: it is left out. */
function valueOf({ key, kind }: UplinkRow, values: UplinkDraft['values']): unknown {
  const text = (values[key] ?? '').trim();
  if (isSecret(kind)) {
    if (values[removalOf(key)] === ON) return '';
    return text === '' ? undefined : text;
  }
  if (kind === 'switch') return text === ON ? true : undefined;
  if (kind === 'discovery') return text === ON ? (values[textOf(key)] ?? '').trim() || true : undefined;
  if (text === '') return undefined;
  // As it was: a certificate that changes takes the secrets again.
  if (isPem(kind)) return values[key];
  return kind === 'number' ? Number(text) : text;
}

/** The settings for the API. What was left empty has its default, and a secret that was left empty stays. */
export function inputOf({ type, enabled, start, values }: UplinkDraft, isNew: boolean): object {
  const entries = rowsOf(type).flatMap((row): [string, unknown][] => {
    const value = valueOf(row, values);
    return value === undefined ? [] : [[row.key, value]];
  });
  const own = entries.filter(([key]) => !key.startsWith(TLS));
  const tls = entries.filter(([key]) => key.startsWith(TLS)).map(([key, value]) => [key.slice(TLS.length), value]);
  return {
    ...{ type, enabled, ...Object.fromEntries(own) },
    ...(tls.length > 0 && { tls: Object.fromEntries(tls) as object }),
    ...(isNew && { from: startOf(start) }),
  };
}

/** What is wrong with a field: `refused`: by the gateway. */
export type FieldProblem = { readonly key: string } & (
  | { readonly kind: 'missing' | 'invalid' | 'secretAgain' }
  | { readonly kind: 'outOfRange'; readonly min: number; readonly max: number }
  | { readonly kind: 'refused'; readonly reason: string }
);

/** The first field that the gateway would refuse; undefined: none. */
export function problemOf({ name, type, values }: UplinkDraft): FieldProblem | undefined {
  if (name.trim() === '') return { key: 'name', kind: 'missing' };
  if (!matches(name.trim(), NAME_LIMITS.pattern)) return { key: 'name', kind: 'invalid' };
  for (const row of rowsOf(type)) {
    const problem = problemOfField(row, values);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const matches = (text: string, pattern: string): boolean => new RegExp(pattern, 'u').test(text);

function problemOfField(row: UplinkRow, values: UplinkDraft['values']): FieldProblem | undefined {
  const { key, kind, isRequired, pattern, min, max } = row;
  const text = (values[key] ?? '').trim();
  if (text === '') return isRequired ? { key, kind: 'missing' } : undefined;
  if (kind === 'number' && min !== undefined && max !== undefined) {
    const isWithin = Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max;
    return isWithin ? undefined : { key, kind: 'outOfRange', min, max };
  }
  return pattern === undefined || matches(text, pattern) ? undefined : { key, kind: 'invalid' };
}

/** The field at which a refusal of the API points with the JSON pointer (RFC 6901) that it starts with. */
export function problemIn({ code, text }: ApiFailure, type: UplinkType): FieldProblem | undefined {
  const [, pointer = '', reason = ''] = /^((?:\/\w+)+)[: ]+(.+)$/s.exec(text) ?? [];
  if (code !== 'validation_failed' || pointer === '') return undefined;
  const key = pointer.slice(1).replaceAll('/', '.');
  const row = rowsOf(type).find((one) => one.key === key);
  if (row === undefined) return undefined;
  if (isSecret(row.kind) && reason.startsWith('is missing')) return { key, kind: 'secretAgain' };
  return reason.startsWith('must ') ? { key, kind: 'invalid' } : { key, kind: 'refused', reason };
}
