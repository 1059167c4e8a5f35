import type { SettingValue } from '../provision.js';
import { SECTION_TAGS, type SectionTag } from './config-sections.js';
import { settings, type SettingName } from './settings.js';

/** `field`: index in the section, from 0. */
type FieldPosition = readonly [name: SettingName, field: number];

const FIELD_MAP: Readonly<Record<SectionTag, readonly FieldPosition[]>> = {
  FRI: [
    ['reportMode', 0],
    ['discardNoFix', 1],
    ['beginTime', 4],
    ['endTime', 5],
    ['fixInterval', 6],
    ['sendInterval', 7],
    // The first field after the report mask.
    ['distance', 11],
  ],
  CFG: [['name', 1]],
  SRI: [['acknowledge', 9]],
};

/** The sections and fields of these settings, in the order in which sections are written. */
export const sectionsFor = (
  names: readonly string[],
): readonly { tag: SectionTag; fields: readonly FieldPosition[] }[] =>
  SECTION_TAGS.map((tag) => ({ tag, fields: FIELD_MAP[tag].filter(([name]) => names.includes(name)) })).filter(
    (section) => section.fields.length > 0,
  );

export const encodeField = (value: SettingValue): string => String(typeof value === 'boolean' ? Number(value) : value);

/** Undefined if the field is blank; the text itself if it is not of the setting's type. */
export function decodeField(name: SettingName, field: string): SettingValue | undefined {
  const { type } = settings[name];
  if (field === '') return undefined;
  if (type === 'integer' && /^\d{1,9}$/.test(field)) return Number(field);
  if (type === 'boolean' && /^[01]$/.test(field)) return field === '1';
  return field;
}
