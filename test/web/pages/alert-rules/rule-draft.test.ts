import { expect } from 'chai';
import { RULE_TYPE_NAMES, RULE_TYPES } from '../../../../src/schema/alert-rules/rule-types.js';
import { ALERT_RULE_FIXED_FIELDS, validateAlertRuleInput } from '../../../../src/schema/alert-rules/alert-rule.js';
import {
  describedDraft,
  exampleOf,
  fieldsOf,
  parameterOf,
  rowsOf,
  shownNumber,
  startDraft,
  typeNumber,
  withParameter,
  type RuleDraft,
} from '../../../../src/web/pages/alert-rules/rule-draft.js';
import { RULE_ROWS, type NumberRow } from '../../../../src/web/pages/alert-rules/rule-rows.js';
import { describeAlertRule } from '../../../../src/web/pages/alert-rules/describe-alert-rule.js';
import { ruleOf, wordsIn } from './rules.js';

const limit = RULE_ROWS.speed.parameters[0] as NumberRow;
const start = (type: RuleDraft['type'], units: 'metric' | 'imperial' = 'metric'): RuleDraft => ({
  ...startDraft({ units }),
  type,
  name: ' Rule ',
});
/** As the gateway reads a body: null is left out. */
const sent = (draft: RuleDraft) =>
  Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([, value]) => value !== null));

describe('the form of an alert rule', () => {
  for (const type of RULE_TYPE_NAMES) {
    it(`the table has a row for each parameter of the type ${type}`, () => {
      expect(
        rowsOf(type)
          .map(({ name }) => name)
          .sort(),
      ).to.deep.equal(Object.keys(RULE_TYPES[type].properties).sort());
    });

    it(`the form of a rule of the type ${type} sends back what it was filled with`, () => {
      const hours = { from: '22:00', to: '06:00', days: [1, 7] };
      const rule = ruleOf(type, { activeHours: hours, all: false, groups: ['g'], attention: true });
      const fixed: readonly string[] = ALERT_RULE_FIXED_FIELDS;
      const fields = Object.entries(rule).filter(([name]) => !fixed.includes(name));
      for (const units of ['metric', 'imperial'] as const)
        expect(sent(startDraft({ rule, units }))).to.deep.equal(Object.fromEntries(fields));
    });

    it(`a new rule of the type ${type} starts with values that the gateway accepts`, () => {
      const draft = type === 'zone' ? { ...start(type), ...startDraft({ units: 'metric', zone: 'z' }) } : start(type);
      expect(validateAlertRuleInput({ ...sent(draft), name: 'Rule' })).to.deep.include({ ok: true });
      expect(describeAlertRule(exampleOf(type, 'imperial'), wordsIn('en'))).not.to.match(/undefined|NaN/);
    });
  }

  it('90 km/h typed is 25 m/s, and 25 m/s is shown as 90 km/h', () => {
    const draft = start('speed');
    const at = { type: 'speed', row: limit, units: 'metric' } as const;
    const typed = typeNumber(at, parameterOf(draft, 'limit'), { text: '72', unit: 'km/h' });
    expect(typed.value).to.equal(20);
    expect(sent(withParameter(draft, 'limit', typed))).to.deep.include({ limit: 20 });
    expect(sent(draft)).to.deep.include({ name: 'Rule', limit: 25, minimumDuration: 10, all: true });
    const again = startDraft({ rule: ruleOf('speed'), units: 'metric' });
    expect(parameterOf(again, 'limit')).to.deep.equal({ value: 25, text: '90', unit: 'km/h' });
  });

  it('another choice of units converts what was typed and changes no value', () => {
    const at = { type: 'speed', row: limit, units: 'metric' } as const;
    const typed = typeNumber(at, { value: undefined }, { text: '100', unit: 'km/h' });
    expect(shownNumber(limit, typed, 'imperial')).to.deep.equal({ text: '62.14', unit: 'mph' });
    expect(typeNumber({ ...at, units: 'imperial' }, typed, { text: '62.14', unit: 'mph' })).to.equal(typed);
    expect(shownNumber(limit, typed, 'metric')).to.deep.equal({ text: '100', unit: 'km/h' });
  });

  it('a number of minutes typed as hours is whole', () => {
    const row = RULE_ROWS.idle.parameters[0] as NumberRow;
    const at = { type: 'idle', row, units: 'metric' } as const;
    expect(typeNumber(at, { value: 30 }, { text: '1.51', unit: 'hour' }).value).to.equal(91);
    expect(typeNumber(at, { value: 30 }, { text: '', unit: 'hour' })).to.deep.equal({
      text: '',
      unit: 'hour',
      value: undefined,
    });
  });

  it('a field that was emptied is null, so that a change removes it', () => {
    const rule = ruleOf('zone');
    const draft = startDraft({ rule, units: 'metric' });
    expect(fieldsOf(withParameter(draft, 'buffer', { value: undefined, text: '', unit: 'm' }))).to.deep.include({
      buffer: null,
      when: null,
      activeHours: null,
    });
  });

  it('a link for a zone opens a zone rule that names it', () => {
    const draft = startDraft({ units: 'metric', zone: 'yard' });
    expect(draft.type).to.equal('zone');
    expect(fieldsOf(draft)).to.deep.include({ type: 'zone', zones: ['yard'], kind: 'forbidden' });
  });

  it('there is no sentence while something is missing that it needs', () => {
    expect(describedDraft(start('zone'))).to.equal(undefined);
    expect(describedDraft(withParameter(start('temperature'), 'above', { value: undefined }))).to.equal(undefined);
    expect(describedDraft(start('silent'))).to.deep.include({ type: 'silent', all: true });
    const emptied = withParameter(start('idle'), 'radius', { value: undefined });
    expect(describedDraft(emptied)).to.deep.include({ radius: 50, minutes: 30 });
  });
});
