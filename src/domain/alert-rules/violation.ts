import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import { inputAlertName } from './input.js';
import type { Raised } from './rule-state.js';

/** The name of the alert of a rule while a device is at a level at which it is violated; undefined: it is not. */
export function violationOf(rule: AlertRule, level: string): Raised['name'] | undefined {
  if (rule.type === 'zone') {
    if (rule.kind === 'forbidden') return level === 'inside' ? 'ForbiddenArea' : undefined;
    return level === 'outside' ? 'AllowedArea' : undefined;
  }
  if (rule.type === 'input') return level === (rule.on ? 'on' : 'off') ? inputAlertName(rule) : undefined;
  return NAMES[`${rule.type} ${level}`];
}

/** A jump of the fuel is over when it is seen. */
const NAMES: Readonly<Record<string, Raised['name']>> = {
  'speed over': 'SpeedLimit',
  'idle standing': 'NoMovementTime',
  'silent silent': 'GPSOff',
  'noFix none': 'GPSNoSignal',
  'temperature high': 'TemperatureGreaterThan',
  'temperature low': 'TemperatureLowerThan',
  'battery low': 'BatteryLow',
};
