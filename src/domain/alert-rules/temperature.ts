import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import {
  follow,
  isOrMayBe,
  SECOND_MS,
  startAt,
  unchanged,
  type Progress,
  type Raised,
  type RuleType,
} from './rule-state.js';

type Parameters = RuleParameters['temperature'];

/** `high`, `low` or `normal`. */
export const temperatureRule: RuleType<Parameters> = (parameters, state, { at, location }) => {
  const value = location?.[parameters.sensor];
  if (value === undefined) return unchanged(state);
  const measured = levelOf(parameters, state, value);
  if (state === undefined) return startAt(at, measured);
  const next = follow(state, at, measured, parameters.minimumDuration * SECOND_MS);
  return { state: next, alerts: next.level === state.level ? [] : raise(parameters, next.level, value) };
};

function levelOf(
  { above = Infinity, below = -Infinity, hysteresis }: Parameters,
  state: Progress | undefined,
  value: number,
): string | undefined {
  if (value > above) return 'high';
  if (value < below) return 'low';
  if (value > above - hysteresis && isOrMayBe(state, 'high')) return undefined;
  if (value < below + hysteresis && isOrMayBe(state, 'low')) return undefined;
  return 'normal';
}

function raise({ above, below }: Parameters, level: string, value: number): Raised[] {
  if (level === 'high') return [{ name: 'TemperatureGreaterThan', text: `${value} °C, limit ${above ?? ''} °C` }];
  return level === 'low' ? [{ name: 'TemperatureLowerThan', text: `${value} °C, limit ${below ?? ''} °C` }] : [];
}
