import { expect } from 'chai';
import { toLocalInput, toLocalInputWithSeconds } from '../../../../src/web/format/local-input.js';
import { accountStatusOf } from '../../../../src/web/pages/users/account-status.js';
import { readUserForm } from '../../../../src/web/pages/users/read-user-form.js';
import { NOW } from '../../support.js';

const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('the validity of a user', () => {
  it('stays to the millisecond when nobody touches it', () => {
    for (const expires of [at(0), at(59_000), at(59_999)]) {
      const data = new FormData();
      data.set('expires', toLocalInputWithSeconds(Date.parse(expires)));
      expect(readUserForm(data, { from: null, expires })).to.deep.include({ from: null, expires });
    }
  });

  it('is what is written when somebody does, and none when the field is emptied', () => {
    const data = new FormData();
    data.set('from', '');
    data.set('expires', toLocalInput(NOW + 60_000));
    expect(readUserForm(data, { from: at(1), expires: at(59_999) })).to.deep.include({
      from: null,
      expires: at(60_000),
    });
    expect(readUserForm(data)).to.deep.include({ from: null, expires: at(60_000) });
  });

  it('shows its seconds where it has any', () => {
    expect(toLocalInputWithSeconds(NOW)).to.equal(toLocalInput(NOW));
    expect(toLocalInputWithSeconds(NOW + 7_500)).to.equal(`${toLocalInput(NOW)}:07`);
  });

  it('says whether he may sign in: from its first moment, and at its last no more', () => {
    const user = { disabled: false, from: at(0), expires: at(10) };
    expect(accountStatusOf(user, NOW - 1)).to.equal('notYetValid');
    expect(accountStatusOf(user, NOW)).to.equal('enabled');
    expect(accountStatusOf(user, NOW + 9)).to.equal('enabled');
    expect(accountStatusOf(user, NOW + 10)).to.equal('expired');
    expect(accountStatusOf({ ...user, disabled: true }, NOW)).to.equal('disabled');
    expect(accountStatusOf({ disabled: false, from: null, expires: null }, NOW)).to.equal('enabled');
  });
});
