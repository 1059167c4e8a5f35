import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { follow, MINUTE_MS, unchanged, type RuleType } from './rule-state.js';

/** `fix` or `none`: reports without a position, or at exactly 0,0. */
export const noFixRule: RuleType<RuleParameters['noFix']> = ({ minutes }, state, { at, location, unfit }) => {
  const before = state ?? { at, level: 'fix' };
  const hasFix = location !== undefined && unfit !== 'noFix';
  const next = follow(before, at, hasFix ? 'fix' : 'none', hasFix ? 0 : minutes * MINUTE_MS);
  if (next.level === before.level || next.level !== 'none') return unchanged(next);
  const since = before.next?.since ?? at;
  const text = `no fix for ${Math.floor((at - since) / MINUTE_MS)} min`;
  return { state: next, alerts: [{ name: 'GPSNoSignal', text }] };
};
