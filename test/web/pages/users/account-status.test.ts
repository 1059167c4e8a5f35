import { expect } from 'chai';
import { accountStatusOf } from '../../../../src/web/pages/users/account-status.js';
import { NOW } from '../../support.js';

const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('accountStatusOf', () => {
  it('an account is enabled from its first moment until just before its expiry', () => {
    const user = { disabled: false, from: at(0), expires: at(10) };
    expect(accountStatusOf(user, NOW - 1)).to.equal('notYetValid');
    expect(accountStatusOf(user, NOW)).to.equal('enabled');
    expect(accountStatusOf(user, NOW + 9)).to.equal('enabled');
    expect(accountStatusOf(user, NOW + 10)).to.equal('expired');
    expect(accountStatusOf({ ...user, disabled: true }, NOW)).to.equal('disabled');
    expect(accountStatusOf({ disabled: false, from: null, expires: null }, NOW)).to.equal('enabled');
  });
});
