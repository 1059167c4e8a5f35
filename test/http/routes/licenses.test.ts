import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { signIn, type Answer } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const END = '2026-11-21T09:00:00.000Z';
const PAST = '2026-11-21T07:59:59.999Z';

describe('the expiry of a device', () => {
  const app = useApp();
  const create = (body: object): Promise<Sent> => app.call('POST', '/api/devices', body);

  it('expires and limits.expires are the same fact', async () => {
    const both = { expires: END, 'limits.expires': { enabled: true, date: END } };
    for (const [id, given] of Object.entries({
      field: { expires: '2026-11-21T10:00:00+01:00' },
      limit: { limits: { expires: { enabled: true, date: END } } },
      both: { expires: END, limits: { expires: { enabled: true, date: '2026-11-21T09:00:00Z' } } },
    })) {
      const { body } = await create({ id, ...given });
      expect(body.device).to.deep.nested.include(both);
    }
    for (const [id, given] of Object.entries({
      none: {},
      null: { expires: null },
      off: { limits: { expires: { enabled: false } } },
      offWithDate: { limits: { expires: { enabled: false, date: END } } },
      bothOff: { expires: null, limits: { expires: { enabled: false, date: null } } },
    })) {
      const { body } = await create({ id: `${id}-`, ...given });
      expect(body.device).to.deep.nested.include({ expires: null, 'limits.expires': { enabled: false, date: null } });
    }
  });

  it('contradicting values and an enabled expiry without a date are refused', async () => {
    for (const [given, error] of [
      [{ expires: END, limits: { expires: { enabled: false } } }, /^\/expires and \/limits\/expires must agree/],
      [{ expires: null, limits: { expires: { enabled: true, date: END } } }, /^\/expires and \/limits\/expires/],
      [{ expires: PAST, limits: { expires: { enabled: true, date: END } } }, /^\/expires and \/limits\/expires/],
      [{ limits: { expires: { enabled: true } } }, /^\/limits\/expires\/date is missing/],
      [{ limits: { expires: { enabled: true, date: null } } }, /^\/limits\/expires\/date is missing/],
      [{ limits: { expires: { date: END } } }, '/limits/expires/enabled is missing'],
    ] as const) {
      expectFailure(await create({ id: 'x', ...given }), 'validation_failed', error);
    }
  });

  it('an expiry has to be in the years 1970 to 9999, so that it can be sent back', async () => {
    const beyond = '9999-12-31T23:30:00-01:00';
    expectFailure(
      await create({ id: 'x', expires: beyond }),
      'validation_failed',
      '/expires must be from 1970 to 9999',
    );
    const limits = { expires: { enabled: true, date: '0000-01-01T00:00:00+01:00' } };
    const answer = await create({ id: 'x', limits });
    expectFailure(answer, 'validation_failed', '/limits/expires/date must be from 1970 to 9999');
  });

  it('a device expires at its instant: later posts are refused, history stays', async () => {
    expectSuccess(await create({ id: 'bus', expires: END }), 201);
    app.clock.advance(Date.parse(END) - app.clock.now() - 1);
    expectSuccess(await app.call('POST', '/api/devices/bus/locations', fixAt(1)), 201);
    expect((await app.call('GET', '/api/devices/bus')).body.device).to.include({ state: 'active' });
    app.clock.advance(1);
    expect((await app.call('GET', '/api/devices/bus')).body.device).to.include({ state: 'expired' });
    for (const fix of [fixAt(2), fixAt(1)]) {
      expectFailure(await app.call('POST', '/api/devices/bus/locations', fix), 'device_expired');
    }
    const day = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
    const history = await app.call('POST', '/api/devices/bus/locations', day);
    expectSuccess(history);
    expect(history.body.locations).to.deep.equal([fixAt(1)]);
    expect((await app.call('GET', '/api/devices/bus/lastLocation')).body.lastLocation).to.deep.equal(fixAt(1));
  });
});

describe('licenses', () => {
  const app = useApp({ config: { licenses: { total: 2 } } });
  const create = (id: string, expires: string | null = null): Promise<Sent> =>
    app.call('POST', '/api/devices', { id, expires });

  it('each non-expired device uses one license, and parallel calls cannot share the last one', async () => {
    expectSuccess(await create('past', PAST), 201);
    expectSuccess(await create('first', END), 201);
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => create(id)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectFailure(answer, 'no_license', /^all 2 licenses are in use/);
    }
    expect((await app.call('GET', '/api/devices')).body.devices).to.have.lengthOf(3);
  });

  it('a device that is already expired needs no license', async () => {
    expectSuccess(await create('also-past', PAST), 201);
  });

  it('a license is free again the moment its device expires', async () => {
    app.clock.advance(Date.parse(END) - app.clock.now() - 1);
    expectFailure(await create('next'), 'no_license');
    app.clock.advance(1);
    expectSuccess(await create('next'), 201);
    expectFailure(await create('one-more'), 'no_license');
  });

  it('an id that is taken is reported before a missing license', async () => {
    expectFailure(await create('next'), 'conflict');
  });
});

describe('the license forecast', () => {
  const day = (date: number, hour = '12'): string => `2026-11-${date}T${hour}:00:00.000Z`;
  const app = useApp({
    config: { licenses: { total: 3 }, timeZone: 'Europe/Madrid' },
    seed: async () => [
      ...[
        deviceOf('b', day(23)),
        deviceOf('a', day(23)),
        deviceOf('late', day(22, '23')),
        deviceOf('past', day(20)),
        deviceOf('far', '2026-12-21T08:00:00.001Z'),
        deviceOf('ever'),
      ].map((v) => ({ kind: 'device', v }) as const),
      { kind: 'group', v: groupOf('north', ['b']) },
      ...(await usersWithKey(userOf('northerner', { group: 'north' }))),
    ],
  });
  const licenses = async (sent: Promise<{ body: Answer }>): Promise<Record<string, unknown>> =>
    (await sent).body.licenses as Record<string, unknown>;

  it('the forecast lists the expiries of thirty days and their number per local date', async () => {
    expect(await licenses(app.call('GET', '/api/licenses'))).to.deep.equal({
      total: 3,
      used: 5,
      available: 0,
      overUse: 2,
      forecast: {
        days: 30,
        byDay: [{ date: '2026-11-23', count: 3 }],
        expiries: [
          { deviceId: 'late', expires: day(22, '23') },
          { deviceId: 'a', expires: day(23) },
          { deviceId: 'b', expires: day(23) },
        ],
      },
    });
  });

  it('the forecast names visible devices and counts all', async () => {
    const northerner = await signIn(app.url(), { userName: 'northerner', apiKey: TEST_KEY });
    const { forecast } = await licenses(northerner.call('GET', '/api/licenses'));
    expect(forecast).to.deep.equal({
      days: 30,
      byDay: [{ date: '2026-11-23', count: 3 }],
      expiries: [{ deviceId: 'b', expires: day(23) }],
    });
  });

  it('the forecast is computed on request', async () => {
    app.clock.advance(86_400_000 - 1);
    const { forecast } = await licenses(app.call('GET', '/api/licenses'));
    expect(forecast).to.deep.nested.include({
      'expiries[3]': { deviceId: 'far', expires: '2026-12-21T08:00:00.001Z' },
    });
  });
});
