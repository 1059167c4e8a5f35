import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { groupOf } from '../support/api/examples.js';
import { fixAt } from '../support/store/records.js';
import { userOf, usersWithKey } from '../support/api/users.js';

const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];
const FORBIDDEN = NAMES.slice(0, 3);
const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

describe('names of inherited properties', () => {
  const app = useApp({
    seed: async () => [{ kind: 'group', v: groupOf('north') }, ...(await usersWithKey(userOf('reader')))],
  });
  const patch = (path: string, body: unknown) => app.call('PATCH', path, body);
  const ENTITY_PATHS = ['/api/devices/bus', '/api/groups/north', '/api/users/id-of-reader'];

  before(async () => {
    expectSuccess(await app.call('POST', '/api/devices', { id: 'bus', tags: { line: '7' } }), 201);
  });
  afterEach(async () => {
    const empty: Record<string, unknown> = {};
    for (const name of ['polluted', 'privileges', 'admin', 'isAdmin', 'name'])
      expect(empty[name], name).to.equal(undefined);
    expect(Object.getOwnPropertyNames(Object.prototype)).to.have.lengthOf(12);
    for (const path of ENTITY_PATHS) expectSuccess(await app.call('GET', path));
  });

  it('a field named like an inherited property is refused at every depth of a body', async () => {
    for (const name of FORBIDDEN) {
      for (const body of [
        `{"id":"x","${name}":{"polluted":true}}`,
        `{"id":"x","tags":{"${name}":"polluted"}}`,
        `{"id":"x","tags":{"a":{"${name}":{"polluted":true}}}}`,
        `[{"op":"add","path":"/tags","value":{"${name}":{"polluted":"x"}}}]`,
        `{"tags":{"${name}":{"polluted":"x"}}}`,
      ]) {
        expectFailure(await app.call('POST', '/api/devices', body), 'validation_failed');
        for (const path of ENTITY_PATHS) expectFailure(await patch(path, body), 'validation_failed');
      }
      const location = `{"attributes":{"${name}":1},${JSON.stringify(fixAt(1)).slice(1)}`;
      expectFailure(await app.call('POST', '/api/devices/bus/locations', location), 'validation_failed');
    }
  });

  it('a JSON Patch cannot reach an inherited property as path or from', async () => {
    for (const path of ENTITY_PATHS) {
      for (const pointer of [
        '/__proto__/polluted',
        '/constructor/prototype/polluted',
        '/tags/__proto__/polluted',
        '/tags/constructor/prototype/polluted',
        '/tags/constructor/name',
        '/privileges/__proto__/polluted',
        '/privileges/constructor/prototype/polluted',
        '/__proto__',
        '/name/__proto__/polluted',
        '/toString/polluted',
      ]) {
        for (const operation of [
          { op: 'add', path: pointer, value: 'x' },
          { op: 'replace', path: pointer, value: 'x' },
          { op: 'remove', path: pointer },
          { op: 'copy', from: '/id', path: pointer },
          { op: 'move', from: pointer, path: '/description' },
          { op: 'copy', from: pointer, path: '/description' },
          { op: 'test', path: pointer, value: 'x' },
        ]) {
          const { status } = await patch(path, [operation]);
          expect([400, 409], `${operation.op} ${pointer}`).to.include(status);
        }
      }
    }
  });

  it('a query parameter named like an inherited property is refused', async () => {
    for (const name of NAMES) {
      for (const query of [`${name}=1`, `${name}[polluted]=1`, `${name}.polluted=1`, `state[${name}]=1`]) {
        expectFailure(await app.call('GET', `/api/devices?${query}`), 'validation_failed');
      }
    }
  });

  it('an id named like an inherited property is not found unless it was created', async () => {
    for (const name of NAMES) {
      for (const path of [`/api/devices/${name}`, `/api/groups/${name}`, `/api/users/${name}`]) {
        expectFailure(await app.call('GET', path), 'not_found');
        expectFailure(await app.call('DELETE', path), 'not_found');
      }
      expectFailure(await app.call('GET', `/api/devices/${name}/lastLocation`), 'not_found');
      expectFailure(await app.call('POST', `/api/users/${name}/apiKey`), 'not_found');
      const answer = await app.call('POST', '/api/groups', { name: `of ${name}`, devices: [name] });
      expectFailure(answer, 'validation_failed');
    }
  });

  it('an id named like an inherited property works like any other, also after a restart', async () => {
    for (const id of NAMES) {
      expectSuccess(
        await app.call('POST', '/api/devices', { id, name: id, tags: { toString: 'x', valueOf: 'y' } }),
        201,
      );
      expectSuccess(await app.call('POST', `/api/devices/${id}/locations`, fixAt(1)), 201);
    }
    expectSuccess(await app.call('POST', '/api/groups', { name: '__proto__', devices: NAMES }), 201);
    await app.change([]);
    for (const id of NAMES) {
      const { body } = await app.call('GET', `/api/devices/${id}`);
      expect(body.device).to.deep.include({ id, name: id, tags: { toString: 'x', valueOf: 'y' } });
      expect((await app.call('GET', `/api/devices/${id}/lastLocation`)).body.lastLocation).to.deep.include(fixAt(1));
      expect((await app.call('GET', `/api/devices/${id}/locations${DAY}`)).body.locations).to.have.lengthOf(1);
      expectSuccess(await patch(`/api/devices/${id}`, { description: 'changed' }));
      expectSuccess(await app.call('PUT', `/api/devices/${id}/limits`, { dailyEmailLimit: 1, dailySmsLimit: 1 }));
    }
    expect((await app.call('GET', '/api/devices?group=__proto__')).status).to.be.oneOf([200, 404]);
    expectSuccess(await app.call('GET', '/api/devices'));
  });

  it('a user may be named like an inherited property', async () => {
    for (const name of NAMES) {
      const user = { name, email: `${name}@example.org`, country: 'ES', timeZone: 'UTC' };
      const { body } = await app.call('POST', '/api/users', user);
      expect(body.user, JSON.stringify(body)).to.include({ name });
    }
  });
});

describe('a nested body', () => {
  const app = useApp();

  it('a body nested 10,000 deep is a 400 on every route, and the gateway keeps running', async () => {
    const arrays = '['.repeat(10_000) + ']'.repeat(10_000);
    const objects = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
    for (const body of [arrays, objects, `{"tags":${objects}}`, `[{"op":"add","path":"/tags","value":${arrays}}]`]) {
      expectFailure(await app.call('POST', '/api/devices', body), 'validation_failed');
      expectFailure(await app.call('PATCH', '/api/groups/none', body), 'validation_failed');
      expectFailure(await app.call('POST', '/api/Auth/Token', body), 'payload_too_large');
    }
    expectFailure(await app.call('POST', '/api/Auth/Token', arrays.slice(9_000, 11_000)), 'validation_failed');
    expectSuccess(await app.call('GET', '/api/devices'));
  });
});
