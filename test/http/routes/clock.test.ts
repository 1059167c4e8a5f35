import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { createTestSources } from '../../support/time/clock-stub.js';

const DAY_MS = 86_400_000;

describe('GET /api/clock', () => {
  const app = useApp({ config: { timeZone: 'Europe/Madrid' } });

  it('the response has the clock quality, its sources and the next midnight', async () => {
    const answer = await app.call('GET', '/api/clock');
    expectSuccess(answer);
    expect(answer.body).to.deep.include({
      now: '2026-11-21T08:00:00.000Z',
      quality: 'saved',
      reason: null,
      timeZone: 'Europe/Madrid',
      localDate: '2026-11-21',
      nextMidnight: '2026-11-21T23:00:00.000Z',
      bootId: 'testboot',
      upSeconds: 0,
    });
    const names = (answer.body.sources as { name: string }[]).map(({ name }) => name);
    expect(names).to.deep.equal(['ntp', 'gps', 'rtc', 'store', 'program']);
  });

  it('the clock requires a token', async () => {
    expectFailure(await request(app.url(), 'GET', '/api/clock'), 'token_missing');
  });
});

describe('an untrusted clock', () => {
  const { timers, advance } = createTestTimers();
  const { set, sources } = createTestSources();
  const end = '2026-11-21T09:00:00.000Z';
  const app = useApp({
    timers,
    clockSources: sources,
    config: { auth: { tokenTtl: 3_600 } },
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus', end) },
        { kind: 'device', v: deviceOf('past', '2026-11-20T09:00:00.000Z') },
      ]),
  });
  const signInAgain = async (): Promise<string> => {
    const { body } = await request(app.url(), 'POST', '/api/Auth/Token', { userName: 'admin', apiKey: TEST_KEY });
    return String(body.token);
  };
  const as = (token: string, path: string, method = 'GET', body?: unknown) =>
    request(app.url(), method, path, body, { Authorization: `Bearer ${token}` });
  let untrustedToken = '';

  it('health is degraded and explains why the clock is not trusted', async () => {
    app.clock.step(Date.parse('1970-01-01T00:01:00Z') - app.clock.now());
    await advance(10_000);
    untrustedToken = await signInAgain();
    const { body } = await as(untrustedToken, '/api/health');
    expect(body).to.include({ status: 'degraded' });
    expect(body.clock).to.deep.include({ quality: 'none' });
    expect((body.clock as { reason: string }).reason).to.match(
      /^the clock shows 1970-01-01T00:01:00Z, .*: set it: connect/,
    );
  });

  it('no device expires or comes back, and data is accepted', async () => {
    app.clock.advance(30 * 60_000);
    const states = ((await as(untrustedToken, '/api/devices')).body.devices as { state: string }[]).map(
      ({ state }) => state,
    );
    expect(states).to.deep.equal(['active', 'expired']);
    expectSuccess(await as(untrustedToken, '/api/devices/bus/locations', 'POST', fixAt(7)), 201);
    const { body } = await as(untrustedToken, '/api/devices/bus/lastLocation');
    expect(body.lastLocation).to.deep.equal(fixAt(7));
    expect((await as(untrustedToken, '/api/clock')).body).to.include({ localDate: '2026-11-21', nextMidnight: null });
  });

  it('a token issued meanwhile lives by the monotonic clock of this run, whatever the clock is set to', async () => {
    app.clock.step(Date.parse('2026-11-22T12:00:00Z') - app.clock.now());
    set.ntp = true;
    await advance(60_000);
    await eventually(
      'the clock is trusted',
      async () => (await as(untrustedToken, '/api/clock')).body.quality === 'ntp',
    );
    expectFailure(await app.call('GET', '/api/clock'), 'token_expired');
    app.clock.advance(29 * 60_000);
    expectSuccess(await as(untrustedToken, '/api/clock'));
    app.clock.advance(60_000);
    expectFailure(await as(untrustedToken, '/api/clock'), 'token_expired');
  });

  it('devices that ended meanwhile expire once the clock is trusted', async () => {
    const token = await signInAgain();
    const { body } = await as(token, '/api/devices');
    expect((body.devices as { state: string }[]).map(({ state }) => state)).to.deep.equal(['expired', 'expired']);
    app.clock.advance(DAY_MS);
    expectFailure(await as(token, '/api/clock'), 'token_expired');
  });
});
