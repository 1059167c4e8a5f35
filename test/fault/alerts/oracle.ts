import { DURATIONS, scriptAt, type RuleName } from './script.js';

/** Which alerts must exist, computed from the script and the seconds that are stored, without any code of the gateway. */

/** `second rule name` of each alert. */
export type AlertKey = string;
export const alertKey = (second: number, rule: RuleName, name: string): AlertKey => `${second} ${rule} ${name}`;

type Signal = {
  readonly rule: RuleName;
  /** of a second */
  readonly valueAt: (second: number) => boolean;
  /** s that a value must last before it counts; that of the first second counts at once */
  readonly delayOf: (value: boolean) => number;
  /** the alert that a value raises */
  readonly nameOf: (value: boolean) => string | undefined;
};

const signalsOf = (device: number): readonly Signal[] => {
  const at = (second: number) => scriptAt(device, second);
  return [
    {
      rule: 'both',
      valueAt: (second) => at(second).place === 'yard',
      delayOf: () => 0,
      nameOf: () => 'ForbiddenArea',
    },
    {
      rule: 'left',
      valueAt: (second) => at(second).place === 'quarry',
      delayOf: () => DURATIONS.leave,
      nameOf: (isInside) => (isInside ? undefined : 'AllowedArea'),
    },
    {
      rule: 'speed',
      valueAt: (second) => at(second).isFast,
      delayOf: () => DURATIONS.speed,
      nameOf: (isFast) => (isFast ? 'SpeedLimit' : undefined),
    },
    {
      rule: 'temperature',
      valueAt: (second) => at(second).isWarm,
      delayOf: () => DURATIONS.temperature,
      nameOf: (isWarm) => (isWarm ? 'TemperatureGreaterThan' : undefined),
    },
    {
      rule: 'input',
      valueAt: (second) => at(second).isOn,
      delayOf: (isOn) => (isOn ? 0 : DURATIONS.rest),
      nameOf: (isOn) => (isOn ? 'Sensor1On' : undefined),
    },
    {
      rule: 'battery',
      valueAt: (second) => at(second).isLow,
      delayOf: () => 0,
      nameOf: (isLow) => (isLow ? 'BatteryLow' : undefined),
    },
  ];
};

/** Seconds with the same value, one after the other. */
type Run = { readonly value: boolean; readonly seconds: number[] };

function runsOf(seconds: readonly number[], valueAt: (second: number) => boolean): readonly Run[] {
  const runs: Run[] = [];
  for (const second of seconds) {
    const value = valueAt(second);
    const last = runs.at(-1);
    if (last?.value === value) last.seconds.push(second);
    else runs.push({ value, seconds: [second] });
  }
  return runs;
}

/** The alerts of a device whose fixes of these seconds are stored. */
export function expectedAlerts(device: number, stored: readonly number[]): readonly AlertKey[] {
  const seconds = stored.toSorted((a, b) => a - b);
  return signalsOf(device).flatMap(({ rule, valueAt, delayOf, nameOf }) => {
    const [first, ...others] = runsOf(seconds, valueAt);
    const keys: AlertKey[] = [];
    let level = first?.value;
    for (const { value, seconds: own } of others) {
      const [start = 0] = own;
      const reached = value === level ? undefined : own.find((second) => second - start >= delayOf(value));
      if (reached === undefined) continue;
      level = value;
      const name = nameOf(value);
      if (name !== undefined) keys.push(alertKey(reached, rule, name));
    }
    return keys;
  });
}
