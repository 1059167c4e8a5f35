import { isReformatted, isShortened } from '../../domain/lists/cell.js';
import { foldTitle, ID_TITLES, IDENTITY_TITLES, NAME_TITLES } from '../../domain/lists/titles.js';
import { CHANNELS, QUOTA_CHANNELS } from '../../schema/channels.js';
import { DETAIL_FIELDS, LIMIT_FIELDS, type DeviceField } from '../device-form/device-fields.js';
import { parseTags } from '../device-form/tags.js';
import { csvStyleFor } from '../format/spreadsheet.js';
import { fromLocalInput } from '../format/local-input.js';
import type { Language } from '../text/text.js';

/** Why a cell is refused: the name of a text. */
export type CellProblem = 'badId' | 'shortenedId' | 'tooLong' | 'badTags' | 'badExpires' | 'badLimit';

export type CellValue =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: CellProblem };

export type ImportColumn = {
  /** in the first line of the file, in lower case without accents, spaces and `_` */
  readonly titles: readonly string[];
  /** absent: the id and the group, which are no fields of the device */
  readonly field?: DeviceField;
  /** what a cleared field has; absent: it cannot be cleared */
  readonly cleared?: unknown;
  readonly parse: (text: string) => CellValue;
};

const MAX_LIMIT = 1_000_000;
const NEVER = ['never', 'nunca', 'nie', 'nooit', 'jamais'];
/** A cell with this alone clears the field. An empty one changes nothing, because many lists have only some of the values. */
const CLEAR = '-';

const upTo =
  (maxLength: number) =>
  (text: string): CellValue =>
    isShortened(text)
      ? { ok: false, problem: 'shortenedId' }
      : text.length > maxLength
        ? { ok: false, problem: 'tooLong' }
        : { ok: true, value: text };

function parseId(text: string): CellValue {
  if (isReformatted(text)) return { ok: false, problem: 'shortenedId' };
  if (text.length > 64 || !/^\.*[A-Za-z0-9_:-][A-Za-z0-9._:-]*$/.test(text)) return { ok: false, problem: 'badId' };
  return { ok: true, value: text };
}

function parseTagsCell(text: string): CellValue {
  const tags = parseTags(text, /[|;\n]/);
  return tags === undefined || Object.keys(tags).length > 64
    ? { ok: false, problem: 'badTags' }
    : { ok: true, value: tags };
}

/** An instant with or without a zone, or a date: without a zone, in that of the browser. */
function parseExpires(text: string): CellValue {
  if (NEVER.includes(text.toLowerCase())) return { ok: true, value: null };
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) {
    return { ok: false, problem: 'badExpires' };
  }
  const at = fromLocalInput(text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T'));
  if (at === undefined) return { ok: false, problem: 'badExpires' };
  return { ok: true, value: new Date(at).toISOString() };
}

function parseLimit(text: string): CellValue {
  if (NEVER.includes(text.toLowerCase())) return { ok: true, value: null };
  const value = Number(text);
  return /^\d+$/.test(text) && value <= MAX_LIMIT ? { ok: true, value } : { ok: false, problem: 'badLimit' };
}

const optional = (field: DeviceField | undefined): { readonly field?: DeviceField } =>
  field === undefined ? {} : { field };

const limitTitles: Readonly<Record<string, readonly string[]>> = {
  email: ['emailsperday', 'correosaldia', 'emailsprotag', 'emailsperdag', 'emailsparjour', 'emailspordia'],
  sms: ['smsperday', 'smsaldia', 'smssegmentsperday', 'smsprotag', 'smsperdag', 'smsparjour', 'smspordia'],
};

/** The table of the columns, by the title that the template gives them. */
export const IMPORT_COLUMNS: Readonly<Record<string, ImportColumn>> = {
  id: {
    titles: [...ID_TITLES, ...IDENTITY_TITLES],
    parse: parseId,
  },
  name: {
    titles: NAME_TITLES,
    parse: upTo(128),
    cleared: '',
    ...optional(DETAIL_FIELDS.name),
  },
  note: {
    titles: ['note', 'description', 'nota', 'descripcion', 'notiz', 'notitie', 'remarque', 'descricao'],
    parse: upTo(1024),
    cleared: '',
    ...optional(DETAIL_FIELDS.description),
  },
  telephone: {
    titles: ['telephone', 'phone', 'min', 'telephonenumber', 'telefono', 'telefon', 'telefoon', 'telefone'],
    parse: upTo(32),
    cleared: '',
    ...optional(DETAIL_FIELDS.min),
  },
  tags: {
    titles: ['tags', 'etiquetas', 'attributs', 'atributos'],
    parse: parseTagsCell,
    cleared: {},
    ...optional(DETAIL_FIELDS.tags),
  },
  group: { titles: ['group', 'grupo', 'gruppe', 'groep', 'groupe'], parse: upTo(128) },
  expires: {
    titles: ['expires', 'caduca', 'lauftab', 'verloopt', 'expiration', 'expira'],
    parse: parseExpires,
    cleared: null,
    ...optional(LIMIT_FIELDS.expires),
  },
  ...Object.fromEntries(
    QUOTA_CHANNELS.map((channel) => {
      const { limitField } = CHANNELS[channel];
      const titles = [limitField.toLowerCase(), ...(limitTitles[channel] ?? [])];
      return [limitField, { titles, parse: parseLimit, cleared: null, ...optional(LIMIT_FIELDS[limitField]) }];
    }),
  ),
};

/** The value of a cell that is not empty. */
export const parseCell = ({ parse, cleared }: ImportColumn, text: string): CellValue =>
  text === CLEAR && cleared !== undefined ? { ok: true, value: cleared } : parse(text);

/** The name of the column with a title; undefined: none has it. */
export function columnNamed(title: string): string | undefined {
  const folded = foldTitle(title);
  return Object.keys(IMPORT_COLUMNS).find((name) => IMPORT_COLUMNS[name]?.titles.includes(folded));
}

/** A list to fill in, with a line as an example, separated as spreadsheets in the language do. */
export function templateCsv(language: Language): string {
  const example = [
    '860000000000001',
    'Van 1',
    'blue',
    "'+34600111222",
    'plate=12-AB-3|depot=north',
    '',
    'never',
    '',
    '20',
  ];
  const separator = csvStyleFor(language).separator === 'comma' ? ',' : ';';
  return [Object.keys(IMPORT_COLUMNS), example].map((cells) => `${cells.join(separator)}\r\n`).join('');
}
