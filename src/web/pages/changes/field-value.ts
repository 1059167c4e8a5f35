import type { ChangeKind } from '../../../schema/changes/change.js';
import { formatDuration } from '../../format/duration.js';
import type { UnitSystem } from '../../format/quantity.js';
import { formatTimestamp } from '../../format/time.js';
import { createTranslate, type Language } from '../../text/text.js';
import { formatQuantity, type NumberKind } from '../alert-rules/units.js';
import { summarize } from '../rules/summarize.js';
import { settingsText } from '../settings/settings.text.js';
import { changesText } from './changes.text.js';

/** What values are shown with. */
export type ValueWords = {
  readonly language: Language;
  readonly units: UnitSystem;
  readonly device: (id: string) => string;
  /** IANA names of the time zones of the viewer and the depot */
  readonly zones: { readonly viewer: string; readonly gateway: string | undefined };
};

/** Longer values are cut: the API has all of them. */
const MAX_CHARS = 80;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** The numbers of alert rules. `hysteresis` is that of a temperature or of a charge, so it has no unit here. */
const QUANTITIES: Readonly<Record<string, NumberKind>> = {
  limit: 'speed',
  radius: 'meters',
  buffer: 'meters',
  above: 'celsius',
  below: 'celsius',
  percent: 'percent',
};
/** s */
const DURATIONS: Readonly<Record<string, number>> = { minimumDuration: 1, minimumStay: 1, minutes: 60 };
/** The files of the gateway. */
const FILES = {
  map: 'fileMap',
  yard: 'fileYard',
  restore: 'fileRestore',
  backup: 'fileBackup',
  bundle: 'fileBundle',
  capture: 'fileCapture',
} as const;
const isFile = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name);

const DEVICE_FIELDS = ['deviceId', 'devices'];

/** One value of a field. */
export function fieldValue(kind: ChangeKind, field: string, value: unknown, words: ValueWords): string {
  const t = createTranslate(changesText, words.language);
  if (value === null && kind === 'setting') return createTranslate(settingsText, words.language)('default');
  if (value === null || value === undefined || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return numberText(kind, field, value, words);
  if (Array.isArray(value)) return value.length === 0 ? t('none') : listText(field, value, words);
  if (typeof value !== 'string') return cut(JSON.stringify(value));
  if (field === 'what' && isFile(value)) return t(FILES[value]);
  if (INSTANT.test(value)) return formatTimestamp(Date.parse(value), words.language, words.zones).text;
  return cut(DEVICE_FIELDS.includes(field) ? words.device(value) : value);
}

/** Names in a list, the first ones. */
export const listText = (field: string, values: readonly unknown[], words: ValueWords): string =>
  summarize(
    values.map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return cut(DEVICE_FIELDS.includes(field) ? words.device(text) : text);
    }),
    words.language,
  );

function numberText(kind: ChangeKind, field: string, value: number, { language, units }: ValueWords): string {
  if (kind === 'alertRule' && Object.hasOwn(DURATIONS, field))
    return formatDuration(value * (DURATIONS[field] ?? 1), language);
  const quantity = kind === 'alertRule' && Object.hasOwn(QUANTITIES, field) ? QUANTITIES[field] : undefined;
  // A network port or a speed in bit/s has no thousands.
  return quantity === undefined
    ? value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 6 })
    : formatQuantity(value, quantity, language, units);
}

const cut = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text);
