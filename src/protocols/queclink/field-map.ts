import type { SettingValue } from '../provision.js';
import { SECTION_TAGS, type SectionTag } from './config-sections.js';
import { settings, type SettingName } from './settings.js';

/** Which field of a section it is, from 0. */
type FieldPosition = readonly [name: SettingName, field: number];

const FIELD_MAP: Readonly<Record<SectionTag, readonly FieldPosition[]>> = {
  FRI: [
    ['reportMode', 0],
    ['discardNoFix', 1],
    ['beginTime', 4],
    ['endTime', 5],
    ['fixInterval', 6],
    ['sendInterval', 7],
    // The first behind the mask of reports.
    ['distance', 11],
  ],
  CFG: [['name', 1]],
  SRI: [['acknowledge', 9]],
};

/** The sections that these settings are in, in the order in which they are written, and where. */
export const sectionsFor = (
  names: readonly string[],
): readonly { tag: SectionTag; fields: readonly FieldPosition[] }[] =>
  SECTION_TAGS.map((tag) => ({ tag, fields: FIELD_MAP[tag].filter(([name]) => names.includes(name)) })).filter(
    (section) => section.fields.length > 0,
  );

/** As it stands in a section. */
export const encodeField = (value: SettingValue): string => String(typeof value === 'boolean' ? Number(value) : value);

/** What a field says; undefined where it is blank. What is not of the setting's type is given as it stands there. */
export function decodeField(name: SettingName, field: string): SettingValue | undefined {
  const { type } = settings[name];
  if (field === '') return undefined;
  if (type === 'integer' && /^\d{1,9}$/.test(field)) return Number(field);
  if (type === 'boolean' && /^[01]$/.test(field)) return field === '1';
  return field;
}
