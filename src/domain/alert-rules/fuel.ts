import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { MINUTE_MS, startAt, unchanged, type RuleType } from './rule-state.js';

/**
 * `steady`, with a reference that follows slow changes. A value away from the reference by a fifth of the jump or more
 * begins a change (`next`). A change that reaches the jump in time raises the alert; one that does not is consumption.
 */
export const fuelRule: RuleType<RuleParameters['fuel']> = (parameters, state, record) => {
  const { at, location, previous } = record;
  const { sensor, direction, percent, minutes } = parameters;
  const value = location?.[sensor];
  if (value === undefined) return unchanged(state);
  if (state?.reference === undefined) {
    const { state: first } = startAt(at, 'steady');
    return unchanged(first && { ...first, reference: value });
  }
  const { reference, next } = state;
  const steady = { at, level: 'steady', reference: value };
  const change = direction === 'down' ? reference - value : value - reference;
  const noise = Math.max(1, percent / 5);
  // In the other direction the reference follows at once: a jump starts from the last extreme.
  if (change <= -noise) return unchanged(steady);
  if (change < noise) return unchanged(next === undefined ? state : { at, level: 'steady', reference });
  // The previous record was the last one near the reference.
  const since = next?.since ?? (previous === undefined ? at : Math.min(at, Date.parse(previous.dateTime)));
  if (at - since > minutes * MINUTE_MS) {
    const before = previous?.[sensor];
    if (next === undefined || before === undefined) return unchanged(steady);
    // What came before was consumption: it must not hide a jump in this record.
    return fuelRule(parameters, { at, level: 'steady', reference: before }, record);
  }
  if (change < percent)
    return unchanged(next === undefined ? { ...state, at, next: { level: 'change', since } } : state);
  const name = direction === 'down' ? 'FuelJumpDown' : 'FuelJumpUp';
  return { state: steady, alerts: [{ name, text: `fuel from ${reference} % to ${value} %` }] };
};
