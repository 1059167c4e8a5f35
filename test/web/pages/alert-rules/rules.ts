import type { AlertRule } from '../../../../src/schema/alert-rules/alert-rule.js';
import type { RuleParameters, RuleTypeName } from '../../../../src/schema/alert-rules/rule-types.js';
import type { RuleWords } from '../../../../src/web/pages/alert-rules/phrases.js';

const instant = '2026-11-22T08:00:00.000Z';
const common = { id: 'r', name: 'Rule', enabled: true, attention: false, devices: [], groups: [], all: true } as const;

/** Parameters of each type with more than the defaults. */
const PARAMETERS: RuleParameters = {
  zone: { zones: ['yard', 'quay'], kind: 'allowed', minimumStay: 300, buffer: 40 },
  speed: { limit: 25, minimumDuration: 10, zones: ['yard'] },
  idle: { minutes: 90, radius: 50 },
  silent: {},
  noFix: { minutes: 10 },
  temperature: { sensor: 'temperature2', above: 8, below: -2.5, hysteresis: 1, minimumDuration: 60 },
  fuel: { sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 },
  battery: { percent: 20, hysteresis: 5 },
  input: { input: 3, on: false },
};

/** A rule of a type for all devices, with its parameters above. */
export const ruleOf = (type: RuleTypeName, changes: object = {}): AlertRule =>
  ({ ...common, creation: instant, lastModified: instant, type, ...PARAMETERS[type], ...changes }) as AlertRule;

export const wordsIn = (language: RuleWords['language'], units: RuleWords['units'] = 'metric'): RuleWords => ({
  language,
  units,
  device: (id) => `Van ${id}`,
  group: (id) => `Group ${id}`,
  zone: (id) => ({ yard: 'Yard', quay: 'Quay' })[id] ?? id,
});
