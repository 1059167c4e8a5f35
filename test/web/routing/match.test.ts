import { expect } from 'chai';
import { PRIVILEGES } from '../../../src/schema/accounts/privileges.js';
import { pages } from '../../../src/web/pages/index.js';
import { linkTo, matchPath, pathOf, queryOf } from '../../../src/web/routing/match.js';
import { pageAt } from '../../../src/web/routing/page-at.js';
import { hasPrivilege } from '../../../src/web/session/has-privilege.js';
import { subjectOf } from '../../../src/web/session/token.js';

describe('the table of pages', () => {
  it('every name and path is unique', () => {
    for (const key of ['name', 'path'] as const) {
      const values = pages.map((page) => page[key]);
      expect(new Set(values)).to.have.lengthOf(values.length);
    }
  });

  it('no address matches two pages', () => {
    for (const { path, name } of pages) {
      const parts = [...path.matchAll(/:(\w+)/g)].map(([, part = '']) => [part, 'x y'] as const);
      const address = linkTo(path, Object.fromEntries(parts)).slice(1);
      expect(pages.find((page) => matchPath(page.path, address) !== undefined)?.name).to.equal(name);
    }
  });

  it('every page has a navigation entry, its own or that of another page; the header links to the account', () => {
    for (const { name, section, parent } of pages.filter((page) => page.name !== 'account')) {
      const shown = section === undefined ? parent : name;
      expect(pages.find((page) => page.name === shown)?.section, name).not.to.equal(undefined);
      expect(section === undefined || parent === undefined, name).to.equal(true);
    }
    for (const [path, parent] of [
      ['/templates', 'provisioning'],
      ['/receipts/1', 'provisioning'],
      ['/users/1', 'users'],
      ['/devices/1', 'devices'],
    ] as const) {
      expect(pageAt(path)?.page.parent).to.equal(parent);
    }
  });

  it('values of an address are decoded, whatever characters they contain', () => {
    for (const deviceId of ['bus-1', 'a:b', '<img src=x>', 'ñ/ü %', '__proto__']) {
      expect(matchPath('/devices/:deviceId', pathOf(linkTo('/devices/:deviceId', { deviceId })))).to.deep.equal({
        deviceId,
      });
    }
  });

  it('the values after the path of an address do not change its page', () => {
    const hash = '#/alert-rules/new?zone=a%3Ab&x=1';
    expect(pageAt(pathOf(hash))?.page.name).to.equal('newAlertRule');
    expect(queryOf(hash).get('zone')).to.equal('a:b');
    expect(queryOf('#/alert-rules/new').get('zone')).to.equal(null);
  });

  it('an unknown address has no page, and an empty one opens the map', () => {
    for (const path of ['/devices/', '/devices/a/b', '/Devices', '/devices/%E0%A4%A', 'devices']) {
      expect(
        pages.some((page) => matchPath(page.path, path) !== undefined),
        path,
      ).to.equal(false);
    }
    for (const hash of ['', '#', '#/', '#?x']) expect(pathOf(hash)).to.equal('/map');
    expect(pathOf('#/devices?x=1')).to.equal('/devices');
  });
});

describe('the privileges of a user', () => {
  it('an administrator has all privileges, and other users have those granted', () => {
    for (const privilege of PRIVILEGES) {
      expect(hasPrivilege({ privileges: ['admin'] }, privilege)).to.equal(true);
      expect(hasPrivilege({ privileges: [privilege] }, privilege)).to.equal(true);
      expect(hasPrivilege({ privileges: [] }, privilege)).to.equal(false);
    }
    expect(hasPrivilege({ privileges: [] }, undefined)).to.equal(true);
  });

  it('the page reads the user named by the token', () => {
    const claims = Buffer.from('{"sub":"ü?>-1"}').toString('base64url');
    expect(subjectOf(`x.${claims}.y`)).to.be.a('string');
    expect(subjectOf(`x.${Buffer.from('{"sub":"u-1"}').toString('base64url')}.y`)).to.equal('u-1');
    for (const odd of ['', 'x', 'x.!.y', 'x.e30.y', `x.${Buffer.from('{"sub":1}').toString('base64url')}.y`]) {
      expect(subjectOf(odd)).to.equal(undefined);
    }
  });
});
