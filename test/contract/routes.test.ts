import { expect } from 'chai';
import { buildOpenApi } from '../../src/http/openapi.js';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import { useApp, type Sent } from '../support/gateway/app.js';
import { request, signIn } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { createTestChannel } from '../support/channels/test-channel.js';
import { putExampleFiles } from '../support/store/data-files.js';
import { exampleNames, exampleConfig, exampleOf, exampleSeed, nameOf } from '../support/api/examples.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

/** Rows are created without calling a service; only requests call them. */
const table: readonly Route[] = routes({} as RouteServices);
const isOpen = ({ access }: Route): boolean => access === 'anyone' || access === 'optional';
/** Routes whose responses have the envelope. */
const enveloped = table.filter(({ responses }) => Object.keys(responses).length > 0);

/** A field of a public resource that is unknown is ignored. */
const ignoresUnknown = ({ body, responses }: Route): boolean =>
  body?.ignoresUnknown === true || responses[200]?.optional?.ignored !== undefined;
/** Another entity with the same fields: names and addresses are unique. */
const renamed = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]: [string, unknown]) =>
      field === 'name' || field === 'email' ? [field, `other-${String(value)}`] : [field, value],
    ),
  );

describe('the table of routes', () => {
  it('every route is unique and has a summary', () => {
    const names = table.map((row) => nameOf(row).toLowerCase());
    expect(new Set(names)).to.have.lengthOf(names.length);
    for (const { summary } of table) expect(summary).to.match(/^[A-Z].+[^.]$/);
  });

  it('every route with a body has an example, and no example lacks its route', () => {
    const names = table.map(nameOf);
    expect(names).to.include.members([...exampleNames]);
    for (const row of table.filter(({ body, bytes }) => body !== undefined || bytes === true))
      expect(exampleNames).to.include(nameOf(row));
  });

  it('every query and body schema compiles', () => {
    const checks = table.flatMap(({ query, body }) => [query, body]).filter((check) => check !== undefined);
    expect(checks).to.have.length.above(30);
    for (const check of checks) expect(() => check({}), JSON.stringify(check.schema)).not.to.throw();
  });

  it('only the resources of the public API ignore unknown fields', () => {
    expect(table.filter(ignoresUnknown).map(nameOf)).to.have.members([
      'POST /api/devices/:deviceId/locations',
      'POST /api/devices/:deviceId/alerts',
      'POST /api/groups',
      'PUT /api/groups/:groupId',
      'PATCH /api/groups/:groupId',
      'POST /api/users',
      'PUT /api/users/:userId',
      'PATCH /api/users/:userId',
    ]);
  });

  it('only the token call, health, static files and the API documents need no token', () => {
    const open = table.filter(isOpen).map(nameOf);
    expect(open.filter((name) => !/^GET \/($|app\/|favicon\.ico|openapi\.json|docs)/.test(name))).to.have.members([
      'POST /api/Auth/Token',
      'GET /api/health',
    ]);
  });

  it('the OpenAPI document has every route with its responses, and every reference resolves', () => {
    const text = JSON.stringify(buildOpenApi(table, '1.0.0'));
    const { paths, components } = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
      components: { schemas: Record<string, unknown> };
    };
    const ids = table.map(({ method, path }) => {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
      expect(operation?.responses, nameOf({ method, path })).to.satisfy(
        (responses: object) => '200' in responses || '201' in responses,
      );
      return operation?.operationId;
    });
    expect(new Set(ids)).to.have.lengthOf(table.length);
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(components.schemas).to.have.property(name);
    }
  });
});

describe('every route', () => {
  const app = useApp({
    config: exampleConfig,
    seed: exampleSeed,
    prepare: putExampleFiles,
    channels: {
      email: createTestChannel('email', 'unavailable').channel,
      webhook: createTestChannel('webhook').channel,
    },
  });
  const call = (row: Route, body?: unknown, headers?: Record<string, string>): Promise<Sent> =>
    app.call(row.method.toUpperCase(), exampleOf(row).address, body, { ...exampleOf(row).headers, ...headers });

  for (const row of enveloped) {
    const { address, body: validBody, headers: validHeaders } = exampleOf(row);
    const verb = row.method.toUpperCase();

    if (!isOpen(row)) {
      it(`${nameOf(row)} rejects a missing or invalid token`, async () => {
        for (const [headers, code] of [
          [{}, 'token_missing'],
          [{ authorization: 'Bearer x.y.z' }, 'token_invalid'],
        ] as const) {
          const answer = await request(app.url(), verb, address, validBody, { ...validHeaders, ...headers });
          expectFailure(answer, code);
          expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
          expect(answer.body).not.to.have.any.keys('apiUsage', 'apiDailyUsage');
        }
      });
    }

    if (!isOpen(row) && row.access !== 'user') {
      it(`${nameOf(row)} rejects a user without the privilege ${row.access}`, async () => {
        const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
        const answer = await reader.call(verb, address, validBody);
        expect(answer).to.nested.include({ status: 403, 'body.code': 'forbidden' });
      });
    }

    if (validBody !== undefined && row.bytes !== true) {
      it(`${nameOf(row)} rejects a body that is not JSON`, async () => {
        expectFailure(await call(row, 'a=b', { 'Content-Type': 'text/plain' }), 'unsupported_media_type');
        expectFailure(await call(row, '{"a":'), 'validation_failed', /^the body cannot be read/);
      });

      it(`${nameOf(row)} ${ignoresUnknown(row) ? 'ignores and names' : 'rejects'} an unknown field`, async () => {
        const another = row.method === 'post' ? renamed(validBody) : validBody;
        const unknown = await call(row, { ...another, noSuchField: 1 });
        if (ignoresUnknown(row)) expect(unknown.body.ignored).to.deep.equal(['/noSuchField']);
        else expectFailure(unknown, 'validation_failed', '/noSuchField is not a known field');
      });
    }

    if (row.query !== undefined) {
      it(`${nameOf(row)} rejects an unknown or repeated parameter`, async () => {
        const joined = address.includes('?') ? '&' : '?';
        expectFailure(await app.call(verb, `${address}${joined}noSuch=1`, validBody), 'validation_failed', /^query: /);
        const twice = await app.call(verb, `${address}${joined}limit=1&limit=2`, validBody);
        expectFailure(twice, 'validation_failed', /^query: \/limit/);
      });
    }
  }

  for (const row of enveloped) {
    it(`${nameOf(row)} answers a valid request as documented${row.access === 'anyone' ? '' : ', with its usage'}`, async () => {
      const answer = await call(row, exampleOf(row).body);
      expectSuccess(answer, answer.status);
      expect(Object.keys(row.responses)).to.include(String(answer.status));
      if (row.access !== 'anyone') expect(answer.body).to.include.keys('apiUsage', 'apiDailyUsage');
    });
  }

  it('the singular paths of older documentation work too', async () => {
    for (const path of ['/api/device/bus', '/API/Device/bus/LastLocation', '/api/device/bus/limits']) {
      expectSuccess(await app.call('GET', path), 200);
    }
    expectFailure(await app.call('GET', '/api/device'), 'not_found');
  });
});
