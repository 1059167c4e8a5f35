import type { AlertRule, RuleSettings } from '../../../schema/alert-rules/alert-rule.js';
import { RULE_TYPE_NAMES, type RuleTypeName } from '../../../schema/alert-rules/rule-types.js';
import type { UnitSystem } from '../../format/quantity.js';
import { DAYS, type DescribedRule } from './describe-alert-rule.js';
import { defaultOf, RULE_ROWS, schemaOf, type NumberRow, type ParameterRow } from './rule-rows.js';
import { fittingUnit, fromApi, toApi, unitNamed, unitsOf, type UnitName } from './units.js';

/** `text`, `unit`: of a number, as it was typed; `value`: in the unit of the API, undefined if it is left out */
export type ParameterDraft = { readonly value: unknown; readonly text?: string; readonly unit?: UnitName };

export const SCOPES = ['all', 'groups', 'devices'] as const;
export type RuleScope = (typeof SCOPES)[number];

/** What is typed into the form of a rule. */
export type RuleDraft = {
  readonly type: RuleTypeName;
  readonly name: string;
  readonly enabled: boolean;
  readonly attention: boolean;
  readonly scope: RuleScope;
  readonly groups: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  readonly isAlways: boolean;
  readonly from: string;
  readonly to: string;
  readonly days: ReadonlySet<number>;
  /** of all types, so that what was typed survives another choice of the type */
  readonly parameters: Readonly<Partial<Record<RuleTypeName, Readonly<Record<string, ParameterDraft>>>>>;
};

const START_HOURS = { from: '06:00', to: '18:00', days: [1, 2, 3, 4, 5] } as const;

export type StartOptions = {
  readonly units: UnitSystem;
  /** absent: a new rule */
  readonly rule?: AlertRule | undefined;
  /** a new rule is for this zone */
  readonly zone?: string | undefined;
};

/** What the form of a rule shows at first. */
export function startDraft({ rule, zone, units }: StartOptions): RuleDraft {
  const { from, to, days = DAYS } = rule?.activeHours ?? START_HOURS;
  const type = rule?.type ?? (zone === undefined ? 'speed' : 'zone');
  const values = (of: RuleTypeName): Readonly<Record<string, unknown>> => {
    if (rule !== undefined) return rule.type === of ? { ...rule } : {};
    return { ...startValues(of, units), ...(zone !== undefined && of === 'zone' && { zones: [zone] }) };
  };
  return {
    type,
    name: rule?.name ?? '',
    enabled: rule?.enabled ?? true,
    attention: rule?.attention ?? false,
    scope: scopeOf(rule),
    groups: new Set(rule?.groups),
    devices: new Set(rule?.devices),
    isAlways: rule?.activeHours === undefined,
    ...{ from, to, days: new Set(days) },
    parameters: Object.fromEntries(RULE_TYPE_NAMES.map((of) => [of, draftOf(of, values(of), units)])),
  };
}

function scopeOf(rule: AlertRule | undefined): RuleScope {
  if (rule === undefined || rule.all) return 'all';
  return rule.groups.length > 0 ? 'groups' : 'devices';
}

/** The parameters of a type, as the table has them. */
export const rowsOf = (type: RuleTypeName): readonly ParameterRow[] => RULE_ROWS[type].parameters;

function startValues(type: RuleTypeName, units: UnitSystem): Readonly<Record<string, unknown>> {
  const startOf = (row: ParameterRow): unknown =>
    defaultOf(type, row.name) ?? ('start' in row ? row.start[units] : undefined);
  return Object.fromEntries(rowsOf(type).map((row) => [row.name, startOf(row)]));
}

/** A new rule of the type as an example; it names a zone without an id if it needs one. */
export const exampleOf = (type: RuleTypeName, units: UnitSystem): DescribedRule => {
  const zones = schemaOf(type, 'zones').isRequired ? { zones: [''] } : {};
  const parameters = startValues(type, units);
  // The table has every parameter that the type requires.
  return { type, ...parameters, ...zones, all: true, devices: [], groups: [] } as unknown as DescribedRule;
};

const draftOf = (type: RuleTypeName, values: Readonly<Record<string, unknown>>, units: UnitSystem) =>
  Object.fromEntries(rowsOf(type).map((row) => [row.name, draftParameter(row, values[row.name], units)]));

function draftParameter(row: ParameterRow, value: unknown, units: UnitSystem): ParameterDraft {
  if (row.kind === 'choice' || row.kind === 'zones') return { value };
  const number = typeof value === 'number' ? value : undefined;
  const unit = fittingUnit(row.kind, units, number);
  return { value: number, text: number === undefined ? '' : String(fromApi(number, unit)), unit: unit.name };
}

export const parameterOf = ({ type, parameters }: RuleDraft, name: string): ParameterDraft =>
  parameters[type]?.[name] ?? { value: undefined };

export const withParameter = (draft: RuleDraft, name: string, parameter: ParameterDraft): RuleDraft => ({
  ...draft,
  parameters: { ...draft.parameters, [draft.type]: { ...draft.parameters[draft.type], [name]: parameter } },
});

/** The number as it is shown: as it was typed, or converted if the viewer has chosen other units since. */
export function shownNumber(
  { kind }: NumberRow,
  { value, text = '', unit = '' }: ParameterDraft,
  units: UnitSystem,
): { readonly text: string; readonly unit: UnitName } {
  if (unitsOf(kind, units).some(({ name }) => name === unit)) return { text, unit };
  const own = unitNamed(kind, units, unit);
  return { text: typeof value === 'number' ? String(fromApi(value, own)) : '', unit: own.name };
}

/** The draft of a number that was typed; an unchanged number keeps its exact value. */
export function typeNumber(
  { type, row, units }: { readonly type: RuleTypeName; readonly row: NumberRow; readonly units: UnitSystem },
  previous: ParameterDraft,
  typed: { readonly text: string; readonly unit: UnitName },
): ParameterDraft {
  const shown = shownNumber(row, previous, units);
  if (shown.text === typed.text && shown.unit === typed.unit) return previous;
  const number = typed.text.trim() === '' ? NaN : Number(typed.text);
  if (!Number.isFinite(number)) return { ...typed, value: undefined };
  const value = toApi(number, unitNamed(row.kind, units, typed.unit));
  return { ...typed, value: schemaOf(type, row.name).isWhole ? Math.round(value) : value };
}

/** Fields of a rule for the API; null where a field is left out. */
export function fieldsOf(draft: RuleDraft): Readonly<Record<string, unknown>> & { readonly name: string } {
  const { type, name, enabled, attention, scope, groups, devices, isAlways, from, to, days } = draft;
  const activeHours = { from, to, ...(days.size < DAYS.length && { days: [...days].sort((a, b) => a - b) }) };
  return {
    ...{ type, name: name.trim(), enabled, attention, all: scope === 'all' },
    groups: scope === 'groups' ? [...groups] : [],
    devices: scope === 'devices' ? [...devices] : [],
    activeHours: isAlways ? null : activeHours,
    ...Object.fromEntries(rowsOf(type).map((row) => [row.name, parameterValue(draft, row)])),
  };
}

function parameterValue(draft: RuleDraft, { name }: ParameterRow): unknown {
  const { value } = parameterOf(draft, name);
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}

/** The rule as the gateway would store it; undefined while something is missing that its sentence needs. */
export function describedDraft(draft: RuleDraft): DescribedRule | undefined {
  const rows = rowsOf(draft.type);
  const given = Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([, value]) => value !== null));
  const rule = { ...Object.fromEntries(rows.map(({ name }) => [name, defaultOf(draft.type, name)])), ...given };
  const isMissing = rows.some(({ name }) => schemaOf(draft.type, name).isRequired && rule[name] === undefined);
  const hasNoLimit = draft.type === 'temperature' && rule.above === undefined && rule.below === undefined;
  // The rows of the type have its parameters; the gateway checks them again.
  return isMissing || hasNoLimit ? undefined : (rule as unknown as DescribedRule & RuleSettings);
}
