import { expect } from 'chai';
import { alertRuleFormText } from '../../../../src/web/pages/alert-rules/alert-rule-form.text.js';
import type { RulePreview } from '../../../../src/schema/alert-rules/rule-preview.js';
import { describePreview } from '../../../../src/web/pages/alert-rules/preview.js';
import { createTranslate } from '../../../../src/web/text/text.js';

const preview: RulePreview = {
  alerts: 12,
  from: '2026-11-15T08:00:00.000Z',
  to: '2026-11-22T08:00:00.000Z',
  devices: 3,
  devicesTotal: 3,
  complete: true,
  newest: [],
};
const sentencesOf = (changes: Partial<RulePreview>): readonly string[] =>
  describePreview({ ...preview, ...changes }, { t: createTranslate(alertRuleFormText, 'en'), time: String });

describe('the preview of an alert rule', () => {
  it('a complete preview is one sentence', () => {
    const start = 'With these settings this rule would have raised';
    expect(sentencesOf({})).to.deep.equal([`${start} 12 alerts in the last 7 days.`]);
    expect(sentencesOf({ alerts: 1 })).to.deep.equal([`${start} 1 alert in the last 7 days.`]);
    expect(sentencesOf({ alerts: 0 })).to.deep.equal([`${start} no alert in the last 7 days.`]);
  });

  it('an incomplete preview states for which days and devices it holds', () => {
    const from = '2026-11-21T08:00:00.000Z';
    const [first, second] = sentencesOf({ complete: false, from, devices: 2 });
    expect(first).to.match(/in the last 24 hours\.$/);
    expect(second).to.equal(
      `The history was too long to read all of it: the number holds for 2 of 3 devices, from ${from} to ${preview.to}.`,
    );
  });

  it('a preview states what it cannot know', () => {
    expect(sentencesOf({ reason: 'restarts_unknown' }).at(-1)).to.match(/counts as silence here/);
    expect(sentencesOf({ alerts: null, complete: false, reason: 'not_in_history' })).to.deep.equal([
      'Nothing can be counted: the history does not keep reports without a position.',
    ]);
  });
});
