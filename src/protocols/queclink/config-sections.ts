import { failure, success } from '../../errors.js';
import type { ProvisioningResult } from '../provision.js';
import type { QueclinkReport } from './report.js';

/**
 * How a section is given back is assumed, as the papers name nothing but its tag: the tag, then the parameters of the
 * command in their order, without password and serial number. So that another layout is noticed and never written
 * back, a section must be of this form: that of GTFRI as the GL300 has it, with times and mask in their places; of the
 * other two only the beginning is needed, which models have in common.
 */
const SECTION_FORMS = {
  FRI: /^(?:[^,]*,){4}(?:\d{4})?,(?:\d{4})?,\d*,\d*,[^,]*,[^,]*,[\dA-F]{1,4},\d*(?:,[^,]*){7}$/i,
  CFG: /^[^,]*,[^,]*(?:,|$)/,
  SRI: /^(?:[^,]*,){9}[^,]{0,1}(?:,|$)/,
} as const;

export type SectionTag = keyof typeof SECTION_FORMS;
export const SECTION_TAGS = ['FRI', 'CFG', 'SRI'] as const satisfies readonly SectionTag[];

/** Those that may follow one another where all are given at once (GTALL). */
const ALL_TAGS = new Set(
  'BSI SRI CFG NMD TMZ TMA FRI GEO SPD FKS WLT GLM PIN DIS DOG NTS OWH TEM UPC JDC UDF'.split(' '),
);

/** The fields of a section, out of what was answered; undefined when there is no such section in it. */
export function readSection(
  tag: SectionTag,
  { message, fields }: QueclinkReport,
): ProvisioningResult<readonly string[]> | undefined {
  if (message !== 'ALS' && message !== 'ALL') return undefined;
  const start = fields.indexOf(tag) + 1;
  // One that is given alone has nothing before it.
  if (start === 0 || (message === 'ALS' && start > 1)) return undefined;
  const next = message === 'ALL' ? fields.findIndex((field, at) => at > start && ALL_TAGS.has(field)) : -1;
  const section = fields.slice(start, next < 0 ? undefined : next);
  if (SECTION_FORMS[tag].test(section.join())) return success(section);
  return failure(
    'garbled',
    `the section ${tag} was answered with ${section.length} fields of another form than that of a GL300: either the line ` +
      'is disturbed (do it again), or this model is laid out otherwise and has to be set with its own tool',
  );
}
