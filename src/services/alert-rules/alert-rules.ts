import { collectionErrors, unknownErrors } from '../../domain/messages.js';
import { success, type Failure, type Result } from '../../errors.js';
import { ruleErrors } from './messages.js';
import { validateRuleSettings, type AlertRule, type AlertRuleInput } from '../../schema/alert-rules/alert-rule.js';
import { RULE_TYPES } from '../../schema/alert-rules/rule-types.js';
import type { Store } from '../../store/store.js';
import { createCollection, type Collection } from '../collection.js';
import { canManageAlertRules, manageRefusal, type ZonesOptions } from './zones.js';

/** Rules that raise alerts on the gateway. Only those who may change them see them, because rules name devices. */
export type AlertRules = Collection<AlertRule, AlertRuleInput>;

export type RuleFields = AlertRule extends infer Rule
  ? Rule extends unknown
    ? Omit<Rule, 'id' | 'creation' | 'lastModified'>
    : never
  : never;

export function createAlertRules({ store, time, edits }: ZonesOptions): AlertRules {
  const { state } = store;
  return createCollection<'alert-rule', AlertRuleInput>({
    kind: 'alert-rule',
    errors: collectionErrors.alertRules,
    entities: state.alertRules,
    store,
    time,
    edits,
    canSee: canManageAlertRules,
    refuseChange: (user) => (canManageAlertRules(user) ? undefined : manageRefusal()),
    read: (input) => readRule(input, state),
  });
}

/** Checks a rule, and fills in the defaults of its type. */
export function readRule(
  input: AlertRuleInput,
  state: Pick<Store['state'], 'devices' | 'groups' | 'zones'>,
): Result<RuleFields> {
  const { name, type, enabled = true, attention = false, activeHours } = input;
  const { devices = [], groups = [], all = false } = input;
  const refused =
    checkScope(input) ??
    checkIds({ devices, groups, ...('zones' in input && { zones: input.zones }) }, state) ??
    (type === 'temperature' ? checkLimits(input) : undefined);
  if (refused !== undefined) return refused;
  const { defaults, properties } = RULE_TYPES[type];
  const own = Object.entries(input).filter(([field]) => Object.hasOwn(properties, field));
  const settings = validateRuleSettings({ type, ...defaults, ...Object.fromEntries(own) });
  if (!settings.ok) return settings;
  const common = { name, enabled, attention, devices, groups, all, ...(activeHours && { activeHours }) };
  return success({ ...common, ...settings.value });
}

/** The rule covers the devices of one of the three; an empty list is left when its last device was removed. */
function checkScope({ devices, groups, all }: AlertRuleInput): Failure | undefined {
  if (devices === undefined && groups === undefined && all === undefined) return ruleErrors.noDevices('/devices');
  const used = [(devices ?? []).length > 0, (groups ?? []).length > 0, all === true].filter(Boolean);
  if (used.length <= 1) return undefined;
  return ruleErrors.severalScopes();
}

type Named = Readonly<Partial<Record<'devices' | 'groups' | 'zones', readonly string[] | undefined>>>;

const UNKNOWN = { devices: unknownErrors.device, groups: unknownErrors.group, zones: unknownErrors.zone } as const;

function checkIds(named: Named, state: Pick<Store['state'], 'devices' | 'groups' | 'zones'>): Failure | undefined {
  for (const field of ['devices', 'groups', 'zones'] as const) {
    const ids = named[field] ?? [];
    const unknown = ids.findIndex((id) => !state[field].has(id));
    if (unknown >= 0) return UNKNOWN[field]({ id: ids[unknown] ?? '' }, `/${field}/${unknown}`);
  }
  return undefined;
}

function checkLimits(input: AlertRuleInput): Failure | undefined {
  const { above, below } = input as { readonly above?: number; readonly below?: number };
  if (above === undefined && below === undefined) return ruleErrors.noLimit('/above');
  if (above !== undefined && below !== undefined && below >= above) return ruleErrors.limitOrder('/below');
  return undefined;
}
