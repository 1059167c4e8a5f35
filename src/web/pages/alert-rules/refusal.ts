import type { RuleTypeName } from '../../../schema/alert-rules/rule-types.js';
import type { UnitSystem } from '../../format/quantity.js';
import type { Language, Translate } from '../../text/text.js';
import type { alertRuleFormText } from './alert-rule-form.text.js';
import { rowsOf, type RuleDraft } from './rule-draft.js';
import { schemaOf, type NumberRow, type ParameterRow } from './rule-rows.js';
import { boundsIn, fittingUnit, unitLabel, type Unit } from './units.js';

/** A field whose value is refused; `field` is a name of the API. */
export type FieldRefusal = { readonly field: string; readonly reason: string };

/** Fields that every rule has. */
const COMMON_FIELDS = ['name', 'devices', 'groups', 'activeHours'] as const;

/** The field at which the API's message points with the JSON pointer (RFC 6901) it starts with; undefined without one. */
export function parseRefusal(message: string, type: RuleTypeName): FieldRefusal | undefined {
  const [, field = '', reason = ''] = /^\/(\w+)(?:\/\w+)*(?::| )\s*(.+)$/s.exec(message) ?? [];
  const known: readonly string[] = [...COMMON_FIELDS, ...rowsOf(type).map(({ name }) => name)];
  return known.includes(field) ? { field, reason } : undefined;
}

/** What the gateway would accept, but can only be a mistake, or would refuse in words of the API. */
export function findMistake(
  draft: RuleDraft,
  values: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly text: 'chooseZone' | 'chooseGroup' | 'chooseDevice' | 'chooseDay' } | undefined {
  const needsZone = schemaOf(draft.type, 'zones').isRequired;
  if (needsZone && values.zones === null) return { field: 'zones', text: 'chooseZone' };
  if (draft.scope === 'groups' && draft.groups.size === 0) return { field: 'groups', text: 'chooseGroup' };
  if (draft.scope === 'devices' && draft.devices.size === 0) return { field: 'devices', text: 'chooseDevice' };
  if (!draft.isAlways && draft.days.size === 0) return { field: 'activeHours', text: 'chooseDay' };
  return undefined;
}

type Reasons = {
  readonly t: Translate<(typeof alertRuleFormText)['english']>;
  readonly serverText: (text: string) => string;
  readonly language: Language;
  readonly units: UnitSystem;
};

/** Why a value is refused, in the viewer's language and units; `row`: of a parameter. */
export function describeRefusal(
  { field, reason }: FieldRefusal,
  type: RuleTypeName,
  { t, serverText, language, units }: Reasons,
): string {
  const row = rowsOf(type).find(({ name }) => name === field);
  if (row !== undefined && isNumber(row) && /^must be (?:[<>]|number|integer)/.test(reason)) {
    const { min, max } = schemaOf(type, field);
    return t('range', shownRange({ min, max }, fittingUnit(row.kind, units, max), language));
  }
  if (reason === 'must be lower than /above') return t('belowAbove');
  if (reason.startsWith('is missing: set above')) return t('aboveOrBelow');
  if (reason.startsWith('is missing')) return t('missing');
  if (reason.startsWith('must ')) {
    const text = serverText(reason);
    return text === reason ? t('invalid') : text;
  }
  return serverText(reason);
}

const isNumber = (row: ParameterRow): row is NumberRow => row.kind !== 'choice' && row.kind !== 'zones';

function shownRange(bounds: { readonly min: number; readonly max: number }, unit: Unit, language: Language) {
  const { min, max } = boundsIn(bounds, unit);
  const label = unitLabel(unit.name, language);
  return { min: min.toLocaleString(language), max: `${max.toLocaleString(language)} ${label}`.trim() };
}
