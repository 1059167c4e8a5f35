import { expect } from 'chai';
import fc from 'fast-check';
import { isActive, hasPrivilege, canSee } from '../../../src/domain/accounts/scope.js';
import type { Group } from '../../../src/schema/devices/group.js';
import { PRIVILEGES, type Privilege } from '../../../src/schema/accounts/privileges.js';
import { userOf } from '../../support/users.js';

const none = new Map<string, Group>();
const some = fc.uniqueArray(fc.constantFrom<Privilege>(...PRIVILEGES));

describe('hasPrivilege', () => {
  it('a user has their privileges, and an administrator has all', () => {
    fc.assert(
      fc.property(some, fc.constantFrom<Privilege>(...PRIVILEGES), (own, wanted) => {
        expect(hasPrivilege(userOf('u', { privileges: own }), wanted)).to.equal(
          own.includes(wanted) || own.includes('admin'),
        );
      }),
    );
  });
});

describe('canSee', () => {
  it('a user sees every device, or only the one they are restricted to', () => {
    expect(canSee(userOf('u'), 'bus', none)).to.equal(true);
    expect(canSee(userOf('u', { deviceId: 'bus' }), 'bus', none)).to.equal(true);
    for (const other of ['van', 'Bus', 'bus ', '']) {
      expect(canSee(userOf('u', { deviceId: 'bus' }), other, none)).to.equal(false);
    }
  });

  it('no privilege widens what a restricted user sees', () => {
    fc.assert(
      fc.property(some, (own) => {
        expect(canSee(userOf('u', { privileges: own, deviceId: 'bus' }), 'van', none)).to.equal(false);
      }),
    );
  });
});

describe('isActive', () => {
  const end = Date.UTC(2026, 10, 21, 8);
  const expires = new Date(end).toISOString();

  it('an account is active until the instant it expires', () => {
    expect(isActive(userOf('u'), Number.MAX_SAFE_INTEGER)).to.equal(true);
    expect(isActive(userOf('u', { expires }), end - 1)).to.equal(true);
    expect(isActive(userOf('u', { expires }), end)).to.equal(false);
  });

  it('a disabled account is never active', () => {
    expect(isActive(userOf('u', { disabled: true }), 0)).to.equal(false);
    expect(isActive(userOf('u', { disabled: true, expires }), end - 1)).to.equal(false);
  });
});
