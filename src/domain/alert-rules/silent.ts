import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { follow, MINUTE_MS, startAt, unchanged, type RuleType } from './rule-state.js';

type Parameters = RuleParameters['silent'];

const USUAL_INTERVALS = 3;
const MIN_SILENCE_MS = 10 * MINUTE_MS;
/** While the interval of a device is not known. */
const UNKNOWN_SILENCE_MS = 60 * MINUTE_MS;

/** How long a device may be silent, ms; `usualInterval`: of its reports, ms (see `domain/records/usual-interval`). */
export function maxSilence({ minutes }: Parameters, usualInterval: number | undefined): number {
  if (minutes !== undefined) return minutes * MINUTE_MS;
  return usualInterval === undefined ? UNKNOWN_SILENCE_MS : Math.max(MIN_SILENCE_MS, USUAL_INTERVALS * usualInterval);
}

/** `reporting` or `silent`; only the clock makes a device silent, and any report ends it. */
export const silentRule: RuleType<Parameters> = (parameters, state, { at, silence, usualInterval }) => {
  if (state === undefined) return startAt(at, 'reporting');
  const isSilent = silence !== undefined && silence >= maxSilence(parameters, usualInterval);
  const next = follow(state, at, isSilent ? 'silent' : 'reporting', 0);
  if (next.level === state.level || !isSilent) return unchanged(next);
  return { state: next, alerts: [{ name: 'GPSOff', text: `no report for ${Math.floor(silence / MINUTE_MS)} min` }] };
};
