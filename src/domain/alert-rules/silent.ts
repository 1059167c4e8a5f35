import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { follow, MINUTE_MS, startAt, unchanged, type RuleType } from './rule-state.js';

/** `reporting` or `silent`; only the clock makes a device silent, and any report ends it. */
export const silentRule: RuleType<RuleParameters['silent']> = ({ minutes }, state, record) => {
  const { at, silence = 0, usualSilence = 0 } = record;
  const limit = minutes === undefined ? usualSilence : minutes * MINUTE_MS;
  if (state === undefined) return startAt(at, 'reporting');
  const next = follow(state, at, silence > 0 && silence >= limit ? 'silent' : 'reporting', 0);
  if (next.level === state.level || next.level !== 'silent') return unchanged(next);
  return { state: next, alerts: [{ name: 'GPSOff', text: `no report for ${Math.floor(silence / MINUTE_MS)} min` }] };
};
