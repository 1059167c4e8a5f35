import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { follow, startAt, unchanged, type RuleType } from './rule-state.js';

/** `low` or `normal`. */
export const batteryRule: RuleType<RuleParameters['battery']> = ({ percent, hysteresis }, state, { at, location }) => {
  const value = location?.battery;
  if (value === undefined) return unchanged(state);
  const isBetween = value > percent && value < percent + hysteresis && state?.level === 'low';
  const measured = isBetween ? undefined : value <= percent ? 'low' : 'normal';
  if (state === undefined) return startAt(at, measured);
  const next = follow(state, at, measured, 0);
  if (next.level === state.level || next.level !== 'low') return unchanged(next);
  return { state: next, alerts: [{ name: 'BatteryLow', text: `battery ${value} %` }] };
};
