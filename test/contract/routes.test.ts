import { expect } from 'chai';
import { routes, type Services } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import { useApp, type Sent } from '../support/app.js';
import { request, signIn } from '../support/client.js';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { TEST_KEY } from '../support/gateway.js';
import { fixAt } from '../support/records.js';
import { userOf, usersWithKey } from '../support/users.js';

/** The rows are made without asking a service for anything; only a call does. */
const table: readonly Route[] = routes({} as Services);
const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;
const isOpen = ({ access }: Route): boolean => access === 'anyone' || access === 'optional';

/** A body that each row with one takes. A new row needs one line here. */
const goodBodies: Readonly<Record<string, object>> = {
  'POST /api/Auth/Token': { userName: 'admin', apiKey: TEST_KEY },
  'POST /api/devices': { id: 'new' },
  'POST /api/devices/:deviceId/locations': fixAt(1),
};

describe('the table of routes', () => {
  it('has no row twice, and a summary for each', () => {
    const names = table.map((row) => nameOf(row).toLowerCase());
    expect(new Set(names)).to.have.lengthOf(names.length);
    for (const { summary } of table) expect(summary).to.match(/^[A-Z].+[^.]$/);
  });

  it('has a good body here for every row that takes one, and for no other', () => {
    const withBody = table.filter(({ body }) => body !== undefined).map(nameOf);
    expect(Object.keys(goodBodies)).to.have.members(withBody);
  });

  it('takes no token for asking for one and for health alone', () => {
    expect(table.filter(isOpen).map(nameOf)).to.have.members(['POST /api/Auth/Token', 'GET /api/health']);
  });
});

describe('every route', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader')) });
  const address = ({ path }: Route): string => path.replace(':deviceId', 'bus');
  const call = (row: Route, body?: unknown, headers?: Record<string, string>): Promise<Sent> =>
    app.call(row.method.toUpperCase(), address(row), body, headers);

  before(() => app.call('POST', '/api/devices', { id: 'bus' }));

  for (const row of table) {
    const good = goodBodies[nameOf(row)];

    if (!isOpen(row)) {
      it(`${nameOf(row)} refuses who has no token, or a wrong one`, async () => {
        for (const [headers, code] of [
          [{}, 'token_missing'],
          [{ authorization: 'Bearer x.y.z' }, 'token_invalid'],
        ] as const) {
          const answer = await request(app.url(), row.method.toUpperCase(), address(row), good, headers);
          expectFailure(answer, code);
          expect(answer.body).not.to.have.any.keys('apiUsage', 'apiDailyUsage');
        }
      });
    }

    if (!isOpen(row) && row.access !== 'user') {
      it(`${nameOf(row)} refuses who has not the privilege ${row.access}`, async () => {
        const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
        const answer = await reader.call(row.method.toUpperCase(), address(row), good);
        expect(answer).to.nested.include({ status: 403, 'body.code': 'forbidden' });
      });
    }

    if (good !== undefined) {
      it(`${nameOf(row)} refuses a body that is not JSON, and a field it does not know`, async () => {
        expectFailure(await call(row, 'a=b', { 'Content-Type': 'text/plain' }), 'unsupported_media_type');
        expectFailure(await call(row, '{"a":'), 'validation_failed', /^the body can not be read/);
        const unknown = await call(row, { ...good, noSuchField: 1 });
        expectFailure(unknown, 'validation_failed', '/noSuchField is not a known field');
      });
    }

    it(`${nameOf(row)} answers a good call with success and no error${row.access === 'anyone' ? '' : ', counted'}`, async () => {
      const answer = await call(row, good);
      expectSuccess(answer, answer.status);
      expect(answer.status).to.be.oneOf([200, 201]);
      if (row.access !== 'anyone') expect(answer.body).to.include.keys('apiUsage', 'apiDailyUsage');
    });
  }
});
