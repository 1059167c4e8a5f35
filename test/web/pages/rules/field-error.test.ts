import { expect } from 'chai';
import { parseFieldError } from '../../../../src/web/pages/rules/field-error.js';
import { readRuleForm } from '../../../../src/web/pages/rules/read-rule-form.js';
import { formData } from '../../form-data.js';

describe('parseFieldError', () => {
  it('the JSON pointer of an API message selects the invalid value', () => {
    const fields = readRuleForm(
      formData({ when: 'all', about: 'all', emails: 'a@x\nno-address', quietMinutes: '2' }),
      new Set(),
    );
    expect(parseFieldError('/emails/1 must be an email address', fields)).to.deep.equal({
      field: 'emails',
      value: 'no-address',
      reason: 'must be an email address',
    });
    for (const other of ['/emails and /phones are empty', '/alerts/0 x', '/emails/7 x', '/name: taken', '']) {
      expect(parseFieldError(other, fields), other).to.equal(undefined);
    }
  });
});
