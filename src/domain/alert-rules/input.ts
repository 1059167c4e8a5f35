import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import type { Raised } from './rule-state.js';
import { follow, SECOND_MS, startAt, unchanged, type RuleType } from './rule-state.js';

/** An input that bounces raises one alert: it can be raised again after the other state has lasted this long. */
const REST_MS = 10 * SECOND_MS;

/** `on` or `off`. */
export const inputRule: RuleType<RuleParameters['input']> = ({ input, on }, state, { at, location }) => {
  const value = location?.inputs?.[input - 1];
  if (value === undefined) return unchanged(state);
  const measured = value ? 'on' : 'off';
  if (state === undefined) return startAt(at, measured);
  const isRaising = value === on;
  const next = follow(state, at, measured, isRaising ? 0 : REST_MS);
  if (next.level === state.level || !isRaising) return unchanged(next);
  const name = inputAlertName({ input, on });
  return { state: next, alerts: [{ name, text: `input ${input} ${measured}` }] };
};

export const inputAlertName = ({ input, on }: Pick<RuleParameters['input'], 'input' | 'on'>): Raised['name'] =>
  `Sensor${input}${on ? 'On' : 'Off'}` as Raised['name'];
