import { expect } from 'chai';
import { toLocalInput, toLocalInputWithSeconds } from '../../../../src/web/format/local-input.js';
import { readUserForm } from '../../../../src/web/pages/users/read-user-form.js';
import { formData } from '../../form-data.js';
import { NOW } from '../../support.js';

const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('readUserForm', () => {
  it('an expiry date that was not edited keeps its milliseconds', () => {
    for (const expires of [at(0), at(59_000), at(59_999)]) {
      const data = formData({ expires: toLocalInputWithSeconds(Date.parse(expires)) });
      expect(readUserForm(data, { from: null, expires })).to.deep.include({ from: null, expires });
    }
  });

  it('an edited date replaces the previous one, and an empty field removes it', () => {
    const data = formData({ from: '', expires: toLocalInput(NOW + 60_000) });
    expect(readUserForm(data, { from: at(1), expires: at(59_999) })).to.deep.include({
      from: null,
      expires: at(60_000),
    });
    expect(readUserForm(data)).to.deep.include({ from: null, expires: at(60_000) });
  });
});
