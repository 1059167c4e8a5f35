import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { request, signIn } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../support/api/users.js';

const DAY_MS = 86_400_000;

describe('the response envelope', () => {
  const app = useApp({ config: { timeZone: 'Europe/Madrid' }, seed: () => usersWithKey(userOf('reader')) });
  const counts = (body: Record<string, unknown>): unknown[] => [body.apiUsage, body.apiDailyUsage];
  /** the counts in a call by the administrator */
  const callAndCount = async (): Promise<number[]> => counts((await app.call('GET', '/api/devices')).body).map(Number);

  it('a successful call counts itself', async () => {
    const [total = 0, daily = 0] = await callAndCount();
    const next = await app.call('GET', '/api/devices');
    expectSuccess(next);
    expect(counts(next.body)).to.deep.equal([total + 1, daily + 1]);
  });

  it('a failed call counts itself, whatever the reason', async () => {
    const [total = 0, daily = 0] = await callAndCount();
    const big = JSON.stringify({ id: 'x'.repeat(2_000_000) });
    const failing = [
      () => app.call('GET', '/api/devices/none'),
      () => app.call('POST', '/api/devices', { name: 'no id' }),
      () => app.call('POST', '/api/devices', '{'),
      () => app.call('POST', '/api/devices', 'id=1', { 'Content-Type': 'text/plain' }),
      () => app.call('POST', '/api/devices', big),
    ];
    for (const [index, send] of failing.entries()) {
      const { body } = await send();
      expect(body.success).to.equal(false);
      expect(counts(body), String(body.error)).to.deep.equal([total + 1 + index, daily + 1 + index]);
    }
  });

  it('a forbidden call counts only for its user', async () => {
    const [total = 0] = await callAndCount();
    const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
    expect(counts((await reader.call('GET', '/api/devices')).body)).to.deep.equal([1, 1]);
    const refused = await reader.call('POST', '/api/devices', { id: 'x' });
    expect(refused.body.code).to.equal('forbidden');
    expect(counts(refused.body)).to.deep.equal([2, 2]);
    expect((await callAndCount())[0]).to.equal(total + 1);
  });

  it('a call without a valid token has no counts', async () => {
    const answers = [
      await request(app.url(), 'GET', '/api/health'),
      await request(app.url(), 'GET', '/api/devices'),
      await request(app.url(), 'GET', '/api/nowhere'),
      await request(app.url(), 'POST', '/api/auth/token', { userName: 'admin', apiKey: TEST_KEY }),
    ];
    for (const { body } of answers) expect(body).not.to.have.any.keys('apiUsage', 'apiDailyUsage');
  });

  it('the counts survive a restart', async () => {
    const [total = 0, daily = 0] = await callAndCount();
    await app.change([]);
    expect(await callAndCount()).to.deep.equal([total + 1, daily + 1]);
  });

  it('the daily count resets at local midnight, the total does not', async () => {
    const [total = 0] = await callAndCount();
    const untilMidnight = Date.parse('2026-11-21T23:00:00Z') - app.clock.now();
    app.clock.advance(untilMidnight - 1);
    expect((await callAndCount())[1]).to.be.greaterThan(1);
    app.clock.advance(1);
    const client = await signIn(app.url(), { apiKey: TEST_KEY });
    expect(counts((await client.call('GET', '/api/devices')).body)).to.deep.equal([total + 2, 1]);
    app.clock.advance(DAY_MS - 1);
    expect(counts((await client.call('GET', '/api/devices')).body)).to.deep.equal([total + 3, 2]);
  });

  it('every response has its own request id', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await request(app.url(), 'GET', '/api/nowhere');
        expectFailure(answer, 'not_found');
        return answer.body.requestId;
      }),
    );
    expect(new Set(ids)).to.have.lengthOf(3);
  });
});

describe('the message of a failure', () => {
  const app = useApp();

  it('a failure has its message, and the field that is wrong', async () => {
    const wanted: readonly (readonly [string, string, unknown, object])[] = [
      ['POST', '/api/groups', { name: 5 }, { id: 'value.type', values: { type: 'string' }, field: '/name' }],
      ['POST', '/api/groups', {}, { id: 'value.missing', values: {}, field: '/name' }],
      ['POST', '/api/groups', [], { id: 'value.type', values: { type: 'object' }, field: undefined }],
      ['GET', '/api/alerts?from=x', undefined, { id: 'request.query', field: '/from' }],
      ['GET', '/api/groups/a%20b', undefined, { id: 'group.notFound', values: { id: 'a b' }, field: undefined }],
      ['GET', '/api/nowhere', undefined, { id: 'request.noPath', values: {}, field: undefined }],
    ];
    for (const [method, path, sent, { field, ...message }] of wanted as readonly (readonly [
      string,
      string,
      unknown,
      { readonly field?: string },
    ])[]) {
      const { body } = await app.call(method, path, sent);
      expect(body.message, path).to.deep.include(message);
      expect(body.field, path).to.equal(field);
    }
    const nested = (await app.call('GET', '/api/alerts?from=x')).body;
    expect(nested.message).to.deep.equal({
      id: 'request.query',
      values: { problem: { id: 'value.instant', values: {} } },
    });
    expect(nested.error).to.match(/^query: \/from must be an ISO 8601 time/);
  });

  it('a patch names its operation, or the field of the patched entity', async () => {
    const { body } = await app.call('POST', '/api/groups', { name: 'North' });
    const path = `/api/groups/${(body.group as { id: string }).id}`;
    const tested = await app.call('PATCH', path, [{ op: 'test', path: '/name', value: 'South' }]);
    expect(tested.body).to.deep.include({
      error: '/0: the test of /name failed',
      message: { id: 'patch.testFailed', values: { path: '/name' } },
      field: '/0',
    });
    const fixed = await app.call('PATCH', path, { id: 'other' });
    expect(fixed.body).to.deep.include({ message: { id: 'patch.readOnly', values: {} }, field: '/id' });
  });

  it('the language of a request changes nothing in a failure', async () => {
    const german = { 'Accept-Language': 'de' };
    const { body } = await app.call('POST', '/api/groups', { name: '' }, german);
    expect(body.error).to.equal('/name must NOT have fewer than 1 characters');
  });
});
