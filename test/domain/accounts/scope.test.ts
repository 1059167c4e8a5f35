import { expect } from 'chai';
import fc from 'fast-check';
import { canManageUser, isActive, hasPrivilege, canSee } from '../../../src/domain/accounts/scope.js';
import type { Group } from '../../../src/schema/devices/group.js';
import {
  GRANTS,
  PRIVILEGES,
  PRIVILEGE_SETS,
  privilegesOf,
  type Grant,
  type Privilege,
} from '../../../src/schema/accounts/privileges.js';
import { userOf } from '../../support/api/users.js';

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

describe('sets of privileges', () => {
  const grants = fc.uniqueArray(fc.constantFrom<Grant>(...GRANTS));

  it('a set grants exactly its privileges, and read none', () => {
    for (const [name, included] of Object.entries(PRIVILEGE_SETS)) {
      const user = userOf('u', { privileges: [name as Grant] });
      expect(PRIVILEGES.filter((privilege) => hasPrivilege(user, privilege))).to.have.members([...included]);
    }
  });

  it('users give others exactly what they have themselves, named one by one or by a set', () => {
    fc.assert(
      fc.property(grants, grants, (own, given) => {
        const actor = userOf('actor', { privileges: own });
        const has = (privilege: Privilege): boolean => own.flatMap(privilegesOf).includes(privilege);
        expect(canManageUser(actor, userOf('u', { privileges: given }))).to.equal(
          given.flatMap(privilegesOf).every(has),
        );
      }),
    );
  });

  it('the names of the public documentation have the privileges that the API page lists', () => {
    expect(PRIVILEGE_SETS).to.deep.equal({
      read: [],
      write: ['devices:write', 'groups:write', 'ingest', 'messages'],
      execute: ['commands', 'provision'],
    });
    const writer = userOf('w', { privileges: ['write', 'users:write'] });
    expect(canManageUser(writer, userOf('u', { privileges: ['ingest', 'messages', 'read'] }))).to.equal(true);
    expect(canManageUser(writer, userOf('u', { privileges: ['execute'] }))).to.equal(false);
    expect(canManageUser(userOf('a', { privileges: ['admin'] }), writer)).to.equal(true);
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
