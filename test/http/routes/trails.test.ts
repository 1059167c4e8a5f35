import { expect } from 'chai';
import { MAX_TRAIL_POINTS, MAX_TRAILS, type TrailsView } from '../../../src/schema/records/trails.js';
import { signIn } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { useApp } from '../../support/gateway/app.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('trails', () => {
  const app = useApp({
    config: { licenses: { total: 200 } },
    seed: () => usersWithKey(userOf('limited', { deviceId: 'bus-1' })),
  });

  async function drive(id: string, agesMs: readonly number[]): Promise<void> {
    await app.call('POST', '/api/devices', { id });
    const locations = agesMs.map((age) => ({
      dateTime: new Date(app.clock.now() - age).toISOString(),
      latitude: 52 + age / 1e8,
      longitude: 5.12345678,
    }));
    expect((await app.call('POST', `/api/devices/${id}/locations`, { locations })).status).to.equal(201);
  }
  const read = async (query = ''): Promise<TrailsView> =>
    (await app.call('GET', `/api/trails${query}`)).body as unknown as TrailsView;
  const pointsOf = ({ trails }: TrailsView, id: string) => trails.find(({ deviceId }) => deviceId === id)?.points;

  it('one answer has the last minutes of every device that reported in them, newest first', async () => {
    await drive('bus-1', [10 * MINUTE, 4 * MINUTE, 2 * MINUTE]);
    await drive('bus-2', [1 * MINUTE]);
    await drive('bus-3', [6 * MINUTE]);
    const five = await read();
    expect(five.trails.map(({ deviceId }) => deviceId)).to.deep.equal(['bus-2', 'bus-1']);
    expect(Date.parse(five.from)).to.equal(app.clock.now() - 5 * MINUTE);
    expect(pointsOf(five, 'bus-1')).to.deep.equal([
      [60, 52.0024, 5.123457],
      [180, 52.0012, 5.123457],
    ]);
    expect((await read('?minutes=15')).trails).to.have.lengthOf(3);
    expectFailure(await app.call('GET', '/api/trails?minutes=16'), 'validation_failed');
  });

  it('a trail is thinned evenly and keeps its first and last point', async () => {
    await drive(
      'bus-fast',
      Array.from({ length: 280 }, (_, second) => second * SECOND),
    );
    const points = pointsOf(await read(), 'bus-fast') ?? [];
    expect(points).to.have.lengthOf(MAX_TRAIL_POINTS);
    expect(points[0]?.[0]).to.equal(300 - 279);
    expect(points.at(-1)?.[0]).to.equal(300);
    const steps = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).to.be.at.most(1);
  });

  it('a restricted user gets the trails of its scope only', async () => {
    const client = await signIn(app.url(), { userName: 'limited', apiKey: TEST_KEY });
    const { body } = await client.call('GET', '/api/trails');
    expect((body as unknown as TrailsView).trails.map(({ deviceId }) => deviceId)).to.deep.equal(['bus-1']);
  });

  it('an answer has a bounded number of trails', async () => {
    for (let index = 0; index < MAX_TRAILS + 5; index++) await drive(`tram-${index}`, [index]);
    const { trails } = await read();
    expect(trails).to.have.lengthOf(MAX_TRAILS);
    const ids = trails.map(({ deviceId }) => deviceId);
    expect(ids).to.include('tram-0');
    expect(ids).not.to.include('bus-1');
  });
});
