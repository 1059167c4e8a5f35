import { success } from '../../errors.js';
import type { ProvisioningResult } from '../provision.js';
import { queclinkErrors } from './messages.js';
import type { QueclinkReport } from './report.js';

/**
 * The documentation names only the tag of a section; its layout is assumed to be the tag and the parameters of the command
 * in order, without password and serial number. A section must match these forms, so that another layout is detected and
 * never written back: for GTFRI the layout of the GL300 with times and mask in place; for the other two only the start,
 * which all models share.
 */
const SECTION_FORMS = {
  FRI: /^(?:[^,]*,){4}(?:\d{4})?,(?:\d{4})?,\d*,\d*,[^,]*,[^,]*,[\dA-F]{1,4},\d*(?:,[^,]*){7}$/i,
  CFG: /^[^,]*,[^,]*(?:,|$)/,
  SRI: /^(?:[^,]*,){9}[^,]{0,1}(?:,|$)/,
} as const;

export type SectionTag = keyof typeof SECTION_FORMS;
export const SECTION_TAGS = ['FRI', 'CFG', 'SRI'] as const satisfies readonly SectionTag[];

/** The sections in a report of all settings (GTALL). */
const ALL_TAGS = new Set(
  'BSI SRI CFG NMD TMZ TMA FRI GEO SPD FKS WLT GLM PIN DIS DOG NTS OWH TEM UPC JDC UDF'.split(' '),
);

/** The fields of a section in a response; undefined if it has no such section. */
export function readSection(
  tag: SectionTag,
  { message, fields }: QueclinkReport,
): ProvisioningResult<readonly string[]> | undefined {
  if (message !== 'ALS' && message !== 'ALL') return undefined;
  const start = fields.indexOf(tag) + 1;
  // A section reported alone comes first.
  if (start === 0 || (message === 'ALS' && start > 1)) return undefined;
  const next = message === 'ALL' ? fields.findIndex((field, at) => at > start && ALL_TAGS.has(field)) : -1;
  const section = fields.slice(start, next < 0 ? undefined : next);
  if (SECTION_FORMS[tag].test(section.join())) return success(section);
  return queclinkErrors.otherLayout({ section: tag, count: section.length });
}
