import { expect } from 'chai';
import type { DeviceAlertView } from '../../../src/schema/records/alert.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const at = (second: number): string => fixAt(second).dateTime;
const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';
const ids = ['bus', 'van', 'expired'];

describe('GET /api/alerts', () => {
  const app = useApp({
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'device', v: deviceOf('expired', '2026-11-21T00:00:05.000Z') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(
        userOf('group-user', { group: 'north' }),
        userOf('device-user', { deviceId: 'van' }),
        userOf('user-of-deleted-group', { group: 'gone' }),
      )),
      ...Array.from({ length: 12 }, (_, second) => ({
        kind: 'alert' as const,
        v: {
          deviceId: ids[second % 3] ?? '',
          alert: { dateTime: at(second), alerts: [second % 2 === 0 ? 'GPSOff' : 'SOSButton'] },
          source: { protocol: 'http' },
          ...(second === 11 && { notified: ['email' as const] }),
        },
      })),
    ],
  });
  const get = (query: string): Promise<Sent> => app.call('GET', `/api/alerts?${query}`);
  const alertsIn = ({ body }: Pick<Sent, 'body'>): DeviceAlertView[] => body.alerts as DeviceAlertView[];
  const secondsOf = (sent: Pick<Sent, 'body'>): number[] =>
    alertsIn(sent).map(({ dateTime }) => (Date.parse(dateTime) - Date.parse(at(0))) / 1_000);

  it('the list has the alerts of all devices with their ids, expired devices included, newest first', async () => {
    const answer = await get(DAY);
    expectSuccess(answer);
    expect(secondsOf(answer)).to.deep.equal([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const [newest] = alertsIn(answer);
    expect(newest).to.deep.include({ deviceId: 'expired', alerts: ['SOSButton'], email: false, sms: false });
    const { body } = await app.call('GET', `/api/devices/expired/alerts?${DAY}`);
    const own = body.alerts as object[];
    expect({ ...own.at(-1), deviceId: 'expired' }).to.deep.equal(newest);
  });

  it('a restricted user gets only the alerts of visible devices, page by page', async () => {
    for (const [userName, seconds] of [
      ['group-user', [9, 6, 3, 0]],
      ['device-user', [10, 7, 4, 1]],
      ['user-of-deleted-group', []],
    ] as const) {
      const { call } = await signIn(app.url(), { userName, apiKey: TEST_KEY });
      const found: number[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await call('GET', `/api/alerts?${DAY}&limit=3${cursor ? `&cursor=${cursor}` : ''}`);
        found.push(...secondsOf({ body }));
        cursor = body.next as string | undefined;
      } while (cursor !== undefined);
      expect(found, userName).to.deep.equal(seconds);
    }
  });

  it('the list is filtered by range and name, limited, and has a cursor', async () => {
    expect(secondsOf(await get(`from=${at(3)}&to=${at(5)}`))).to.deep.equal([5, 4, 3]);
    expect(secondsOf(await get(`${DAY}&alertName=GPSOff`))).to.deep.equal([10, 8, 6, 4, 2, 0]);
    const first = await get(`${DAY}&limit=5`);
    expect(secondsOf(first)).to.deep.equal([11, 10, 9, 8, 7]);
    // A new alert is placed before the cursor.
    await app.call('POST', '/api/devices/bus/alerts', { dateTime: at(60), alertName: 'SOSButton' });
    const second = await get(`${DAY}&limit=7&cursor=${String(first.body.next)}`);
    expect(secondsOf(second)).to.deep.equal([6, 5, 4, 3, 2, 1, 0]);
    expect(second.body).not.to.have.property('next');
  });

  it('an invalid query is refused with the wrong parameter', async () => {
    for (const [query, error] of [
      ['', /from/],
      ['from=2026-11-21T00:00:00Z', /to/],
      [`${DAY}&limit=0`, /limit/],
      [`${DAY}&limit=10001`, /limit/],
      [`${DAY}&cursor=x`, /cursor/],
      [`${DAY}&alertName=`, /alertName/],
      [`${DAY}&format=csv`, /format/],
      ['from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z', /from/],
    ] as const) {
      expectFailure(await get(query), 'validation_failed', error);
    }
    expectFailure(await request(app.url(), 'GET', `/api/alerts?${DAY}`), 'token_missing');
  });

  it('the alerts of a deleted device are not listed', async () => {
    await app.call('DELETE', '/api/devices/van');
    expect(alertsIn(await get(DAY)).map(({ deviceId }) => deviceId)).not.to.include('van');
  });
});
