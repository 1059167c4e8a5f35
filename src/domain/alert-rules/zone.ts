import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { exitBuffer } from '../zones/exit-buffer.js';
import {
  follow,
  firstOf,
  kilometersPerHour,
  SECOND_MS,
  unchanged,
  type Progress,
  type RuleRecord,
  type RuleType,
} from './rule-state.js';

type Parameters = RuleParameters['zone'];

/** `inside` or `outside` of the area; a device has left only beyond the buffer. */
export const zoneRule: RuleType<Parameters> = (parameters, state, record) => {
  if (record.location === undefined) return unchanged(state);
  const zone = firstOf(parameters.zones, record.zones);
  const measured = zone !== undefined || isStillInside(parameters, state, record) ? 'inside' : 'outside';
  if (state === undefined) {
    // A fix that is not exact enough to enter shows neither.
    if (zone === undefined && firstOf(parameters.zones, record.near(0)) !== undefined) return unchanged(undefined);
    const first = { at: record.at, level: measured };
    return unchanged(zone === undefined ? first : { ...first, zone });
  }
  const followed = follow(state, record.at, measured, parameters.minimumStay * SECOND_MS);
  if (followed.level === state.level) return unchanged(followed);
  const { zone: left, ...others } = followed;
  if (measured === 'inside' && zone !== undefined)
    return { state: { ...others, zone }, alerts: raise(parameters, 'enter', zone, record) };
  return { state: others, alerts: raise(parameters, 'leave', left ?? parameters.zones[0] ?? '', record) };
};

function isStillInside({ zones, buffer }: Parameters, state: Progress | undefined, record: RuleRecord): boolean {
  if (state?.level !== 'inside' && state?.next?.level !== 'inside') return false;
  const meters = buffer ?? exitBuffer(record.location?.accuracy);
  return firstOf(zones, record.near(meters)) !== undefined;
}

const defaultWhen = ({ kind }: Parameters): 'enter' | 'leave' => (kind === 'forbidden' ? 'enter' : 'leave');

function raise(parameters: Parameters, what: 'enter' | 'leave', zone: string, { zoneName, location }: RuleRecord) {
  const { kind, when = defaultWhen(parameters) } = parameters;
  if (when !== 'both' && when !== what) return [];
  const speed = location?.speed === undefined ? '' : `, ${kilometersPerHour(location.speed)}`;
  const text = `${what === 'enter' ? 'entered' : 'left'} ${zoneName(zone)}${speed}`;
  return [{ name: kind === 'forbidden' ? ('ForbiddenArea' as const) : ('AllowedArea' as const), text }];
}
