import { expect } from 'chai';
import { readRuleForm } from '../../../../src/web/pages/rules/read-rule-form.js';
import { formData } from '../../form-data.js';

describe('readRuleForm', () => {
  it('each value is read once, and telephone numbers lose the characters between their digits', () => {
    const fields = {
      name: ' Panic ',
      enabled: 'on',
      when: 'some',
      alerts: ['SOSButton'],
      otherAlerts: 'man down\n\nSOSButton\n',
      about: 'some',
      groups: ['g'],
      emails: 'a@example.com, b@example.com\na@example.com',
      phones: '+34 (600) 11-12-22\n112',
      webhooks: ['dispatch'],
      quietMinutes: '15',
    };
    expect(readRuleForm(formData(fields), new Set(['1']))).to.deep.equal({
      name: 'Panic',
      enabled: true,
      alerts: ['SOSButton', 'man down'],
      devices: ['1'],
      groups: ['g'],
      emails: ['a@example.com', 'b@example.com'],
      phones: ['+34600111222', '112'],
      webhooks: ['dispatch'],
      quietMinutes: 15,
    });
    expect(readRuleForm(formData({ ...fields, when: 'all', about: 'all' }), new Set(['1']))).to.deep.include({
      alerts: 'all',
      devices: 'all',
      groups: [],
    });
  });
});
