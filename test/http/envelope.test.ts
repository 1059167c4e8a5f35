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
