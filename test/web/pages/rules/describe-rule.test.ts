import { expect } from 'chai';
import { loadLanguage } from '../../../../src/web/text/text.js';
import { describeRule } from '../../../../src/web/pages/rules/describe-rule.js';
import { rule } from './rule.js';

const names = { device: (id: string) => `device ${id}`, group: (id: string) => `group ${id}` };

describe('describeRule', () => {
  before(() => loadLanguage('es'));

  it('a rule is described in the language of the viewer', () => {
    expect(describeRule(rule(), 'en', names)).to.deep.equal({
      when: 'On any alert of any device',
      recipients: 'email to a@example.com',
      quiet: 'repeats held back for 15 min',
    });
    const narrow = rule({ alerts: ['panic', 'SOS'], devices: ['1'], groups: ['g'], phones: ['112'] });
    expect(describeRule(narrow, 'en', names)).to.deep.include({
      when: 'On panic or SOS of device 1 or of devices in group g',
      recipients: 'email to a@example.com · SMS to 112',
    });
    expect(describeRule(narrow, 'es', names).when).to.equal('Con panic o SOS de device 1 o de dispositivos de group g');
  });

  it('a long list names the first three and counts the others', () => {
    const emails = ['a@x', 'b@x', 'c@x', 'd@x', 'e@x'];
    expect(describeRule(rule({ emails }), 'en', names).recipients).to.equal('email to a@x, b@x, c@x, and 2 others');
    expect(describeRule(rule({ emails: emails.slice(0, 4) }), 'en', names).recipients).to.include('d@x');
  });

  it('a rule without alerts or devices is described as never applying', () => {
    for (const none of [{ alerts: [] }, { devices: [] }]) {
      expect(describeRule(rule(none), 'en', names).when).to.match(/^Never/);
    }
  });
});
