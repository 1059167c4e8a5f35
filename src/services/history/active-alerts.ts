import { canSeeEntry } from '../../domain/accounts/scope.js';
import { namedDevices } from '../../domain/alert-rules/named-ids.js';
import { violationOf } from '../../domain/alert-rules/violation.js';
import type { User } from '../../schema/accounts/user.js';
import type { Location } from '../../schema/records/location.js';
import type { Store } from '../../store/store.js';
import { revisionOf } from '../alert-rules/compiled-rules.js';

/** Texts of one field of a location. */
const MAX_TEXTS = 32;

/**
 * The location with the alerts that are active now: `alerts` and `alertTexts` have the names of the alerts and of the rules
 * that the device violates, after those that were posted; `hasCriticalAlert` is true while an alert of it that needs a
 * person is not acknowledged. Without any, the same location.
 */
export function withActiveAlerts(
  { state }: Pick<Store, 'state'>,
  user: User,
  deviceId: string,
  location: Location,
): Location {
  const active = violationsOf(state, deviceId);
  const isCritical = hasUnacknowledged(state, user, deviceId);
  if (active.length === 0 && !isCritical) return location;
  return {
    ...location,
    ...(active.length > 0 && {
      alerts: together(
        location.alerts,
        active.map(({ alert }) => alert),
      ),
      alertTexts: together(
        location.alertTexts,
        active.map(({ rule }) => rule),
      ),
    }),
    ...(isCritical && { hasCriticalAlert: true }),
  };
}

type Violation = { readonly alert: string; readonly rule: string };

/** A state of before the rule was changed does not count. */
function violationsOf(
  { ruleStates, alertRules, zones, groups }: Store['state'],
  deviceId: string,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [id, { level, revision }] of Object.entries(ruleStates.get(deviceId) ?? {})) {
    const rule = alertRules.get(id);
    const alert = rule?.enabled === true ? violationOf(rule, level) : undefined;
    if (rule === undefined || alert === undefined || revisionOf(rule, zones) !== revision) continue;
    if (rule.all || namedDevices(rule, groups).has(deviceId)) violations.push({ alert, rule: rule.name });
  }
  return violations;
}

function hasUnacknowledged(state: Store['state'], user: User, deviceId: string): boolean {
  for (const [id, alert] of state.unacknowledged)
    if (alert.deviceId === deviceId && canSeeEntry(user, deviceId, Number(id), state)) return true;
  return false;
}

const together = (posted: readonly string[] = [], active: readonly string[]): string[] =>
  [...new Set([...posted, ...active])].slice(0, MAX_TEXTS);
