import { expect } from 'chai';
import { createTranslate, type Language, loadLanguage } from '../../../../src/web/text/text.js';
import { alertRuleFormText } from '../../../../src/web/pages/alert-rules/alert-rule-form.text.js';
import { describeRefusal, findMistake, parseRefusal } from '../../../../src/web/pages/alert-rules/refusal.js';
import { fieldsOf, startDraft, type RuleDraft } from '../../../../src/web/pages/alert-rules/rule-draft.js';
import type { RuleTypeName } from '../../../../src/schema/alert-rules/rule-types.js';
import { translateServerText } from '../../../../src/web/text/translate-server-text.js';

function shown(
  message: string,
  type: RuleTypeName,
  language: Language = 'en',
  units: 'metric' | 'imperial' = 'metric',
) {
  const refusal = parseRefusal(message, type);
  if (refusal === undefined) return undefined;
  const t = createTranslate(alertRuleFormText, language);
  const serverText = (text: string): string => translateServerText(text, language);
  return [refusal.field, describeRefusal(refusal, type, { t, serverText, language, units })];
}

describe('a refused alert rule', () => {
  before(() => loadLanguage('de'));

  it('the message is shown at the field that its JSON pointer names', () => {
    expect(shown('/name: alert rule Night already exists', 'speed')).to.deep.equal([
      'name',
      'alert rule Night already exists',
    ]);
    expect(shown('/name: alert rule Night already exists', 'speed', 'de')).to.deep.equal([
      'name',
      'die Alarmregel Night gibt es bereits',
    ]);
    expect(shown('/devices/0: device X not found', 'idle', 'de')).to.deep.equal(['devices', 'Gerät X nicht gefunden']);
    expect(shown('/below must be lower than /above', 'temperature')).to.deep.equal([
      'below',
      'It must be lower than the upper limit.',
    ]);
    expect(shown('/above is missing: set above or below, or both', 'temperature')).to.deep.equal([
      'above',
      'Set one of the two limits, or both.',
    ]);
    expect(shown('/activeHours/from must match pattern "x"', 'speed')).to.deep.equal([
      'activeHours',
      'This value is not valid.',
    ]);
  });

  it('a bound is shown in the units of the viewer', () => {
    expect(shown('/limit must be >= 0.5', 'speed')).to.deep.equal(['limit', 'Expected: 1.8 to 3,600 km/h.']);
    expect(shown('/limit must be >= 0.5', 'speed', 'en', 'imperial')?.[1]).to.equal('Expected: 1.12 to 2,236.93 mph.');
    expect(shown('/minutes must be >= 1', 'idle', 'de')?.[1]).to.match(/ bis 7 Tage\.$/);
  });

  it('a message that names no field of the form is not shown at one', () => {
    for (const message of ['limit of 500 alert rules reached (500 in use): remove one first', '/limit x', '/0: no', ''])
      expect(shown(message, 'idle'), message).to.equal(undefined);
    expect(shown('/devices, /groups and /all exclude each other: use one of them', 'idle')).to.equal(undefined);
  });

  it('a rule without zone, group, device or day is a mistake', () => {
    const mistake = (changes: Partial<RuleDraft>) => {
      const draft = { ...startDraft({ units: 'metric' }), ...changes };
      return findMistake(draft, fieldsOf(draft))?.text;
    };
    expect(mistake({})).to.equal(undefined);
    expect(mistake({ type: 'zone' })).to.equal('chooseZone');
    expect(mistake({ scope: 'groups' })).to.equal('chooseGroup');
    expect(mistake({ scope: 'devices' })).to.equal('chooseDevice');
    expect(mistake({ isAlways: false, days: new Set() })).to.equal('chooseDay');
  });
});
