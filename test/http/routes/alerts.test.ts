import { expect } from 'chai';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const at = (second: number): string => fixAt(second).dateTime;
const DAY = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };

describe('alerts', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader')) });
  let count = 0;

  /** Registers a device for one test, so that tests do not share records. */
  async function device(): Promise<string> {
    const id = `bus-${(count += 1)}`;
    await app.call('POST', '/api/devices', { id });
    return `/api/devices/${id}`;
  }
  const post = (path: string, body: unknown): Promise<Sent> => app.call('POST', `${path}/alerts`, body);
  const stored = async (path: string, query: object = {}): Promise<AlertView[]> =>
    (await post(path, { ...DAY, ...query })).body.alerts as AlertView[];

  it('alerts are stored in every accepted form and returned as stored', async () => {
    const path = await device();
    for (const [second, body] of [
      [1, { alert: { dateTime: at(1), alerts: ['SOSButton'] } }],
      [2, { alerts: [{ dateTime: at(2), alertName: 'SOSButton' }] }],
      [3, { dateTime: at(3), alerts: ['SOSButton'] }],
      [4, { dateTime: at(4), alertName: 'SOSButton' }],
      [5, [{ dateTime: at(5), alerts: ['SOSButton'] }]],
    ] as const) {
      const answer = await post(path, body);
      expectSuccess(answer, 201);
      const [alert, ...others] = answer.body.alerts as AlertView[];
      expect(others).to.be.empty;
      expect(answer.body).to.include({ accepted: 1, duplicates: 0 });
      expect(alert).to.deep.equal({
        id: alert?.id,
        dateTime: at(second),
        alerts: ['SOSButton'],
        email: false,
        sms: false,
        webhook: false,
        notifications: [],
        attention: true,
        acknowledged: null,
      });
    }
    expect((await stored(path)).map(({ dateTime }) => dateTime)).to.deep.equal([1, 2, 3, 4, 5].map(at));
  });

  it('an alert without time and position gets the current time and the last location', async () => {
    const path = await device();
    await app.call('POST', `${path}/locations`, fixAt(7));
    const { latitude, longitude } = fixAt(7);
    const now = new Date(app.clock.now()).toISOString();
    const { body } = await post(path, { alertName: 'BatteryLow', text: '3.2 V' });
    const [alert] = body.alerts as AlertView[];
    expect(alert).to.deep.include({ dateTime: now, latitude, longitude, text: '3.2 V', alerts: ['BatteryLow'] });
    const elsewhere = await post(path, { alertName: 'SOSButton', latitude: 1, longitude: 2 });
    expect((elsewhere.body.alerts as AlertView[])[0]).to.include({ latitude: 1, longitude: 2 });
  });

  it('an alert has its driver, whom its text names where the client sent none', async () => {
    const path = await device();
    const alerts = [
      { dateTime: at(1), alerts: ['DriverIdentified'], driverId: 'a1b2c3d4e5f60001' },
      { dateTime: at(2), alerts: ['Crash'], driverId: 'ana', text: 'hard' },
      { dateTime: at(3), alerts: ['Crash'], driverId: '0000' },
      { dateTime: at(4), alerts: ['Crash'], driverId: '' },
    ];
    expect((await post(path, { alerts })).status).to.equal(201);
    const found = (await stored(path)).map(({ driverId, text }) => ({ driverId, text }));
    expect(found.map((one) => JSON.stringify(one))).to.deep.equal([
      '{"driverId":"A1B2C3D4E5F60001","text":"driver A1B2C3D4E5F60001"}',
      '{"driverId":"ANA","text":"hard"}',
      '{}',
      '{}',
    ]);
    const long = await post(path, { dateTime: at(5), alerts: ['Crash'], driverId: 'x'.repeat(65) });
    expectFailure(long, 'validation_failed');
    expect(long.body.error).to.match(/^\/driverId/);
  });

  it('an alert that is sent again is stored once and keeps its id', async () => {
    const path = await device();
    const alerts = [1, 2, 3].map((second) => ({ dateTime: at(second), alerts: ['Sensor1On', 'GPSOff'] }));
    const first = await post(path, { alerts });
    expect(first.body).to.include({ accepted: 3, duplicates: 0 });
    const again = await post(path, { alerts: [...alerts, { dateTime: at(1), alertName: 'Sensor1On' }] });
    expect(again.body).to.include({ accepted: 1, duplicates: 3 });
    expect((again.body.alerts as AlertView[]).slice(0, 3)).to.deep.equal(first.body.alerts);
    expect(await stored(path)).to.have.lengthOf(4);
  });

  it('alerts are found by range and name, page by page', async () => {
    const path = await device();
    const names = ['GPSOff', 'SOSButton'];
    const alerts = Array.from({ length: 20 }, (_, i) => ({ dateTime: at(i), alerts: [names[i % 2]] }));
    await post(path, { alerts });
    expect(await stored(path, { from: at(5), to: at(9) })).to.have.lengthOf(5);
    const seconds: string[] = [];
    let cursor: unknown;
    do {
      const { body } = await post(path, { ...DAY, alertName: 'GPSOff', limit: 4, ...(cursor ? { cursor } : {}) });
      const page = body.alerts as AlertView[];
      expect(page.length).to.be.at.most(4);
      seconds.push(...page.map(({ dateTime }) => dateTime));
      cursor = body.next;
    } while (cursor !== undefined);
    expect(seconds).to.deep.equal(Array.from({ length: 10 }, (_, i) => at(2 * i)));
    const query = `from=${DAY.from}&to=${DAY.to}&alertName=SOSButton`;
    const { body } = await app.call('GET', `${path}/alerts?${query}`);
    expect(body.alerts).to.deep.equal(await stored(path, { alertName: 'SOSButton' }));
  });

  it('alerts are available as CSV, GPX, GeoJSON and NDJSON', async () => {
    const path = await device();
    await post(path, { dateTime: at(1), alerts: ['SOSButton'], latitude: 1.5, longitude: -2, text: '<help>' });
    await post(path, { dateTime: at(2), alerts: ['GPSOff'] });
    const file = async (format: string): Promise<{ type: string | null; text: string }> => {
      const url = `${app.url()}${path}/alerts?from=${DAY.from}&to=${DAY.to}&format=${format}`;
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${app.admin().token}` } });
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const csv = await file('csv');
    expect(csv.type).to.equal('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')[0]).to.equal(
      'id,dateTime,alerts,latitude,longitude,text,email,sms,webhook,notifications,messages,attention,acknowledged,gateway,driverId',
    );
    const gpx = await file('gpx');
    expect(gpx.type).to.match(/^application\/gpx\+xml/);
    expect(gpx.text).to.contain('<wpt lat="1.5" lon="-2">').and.to.contain('<desc>&#60;help&#62;</desc>');
    const { features } = JSON.parse((await file('geojson')).text) as { features: { geometry: object | null }[] };
    expect(features.map(({ geometry }) => geometry !== null)).to.deep.equal([true, false]);
    const ndjson = await file('ndjson');
    expect(ndjson.type).to.equal('application/x-ndjson');
    const lines = ndjson.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal(await stored(path));
    expectFailure(
      await app.call('GET', `${path}/alerts?from=${DAY.from}&to=${DAY.to}&format=xls`),
      'validation_failed',
    );
  });

  it('a batch with an invalid alert is refused as a whole, with the field of that alert', async () => {
    const path = await device();
    const good = { dateTime: at(1), alerts: ['SOSButton'] };
    for (const [body, error] of [
      [{ alerts: [good, { dateTime: at(2), alerts: [] }] }, /^\/alerts\/1\/alerts/],
      [{ alerts: [good, { dateTime: at(2), alerts: ['x'.repeat(65)] }] }, /^\/alerts\/1\/alerts\/0/],
      [{ alerts: [good, { alerts: ['a'], alertName: 'b' }] }, /^\/alerts\/1\/alertName and \/alerts/],
      [{ alert: { ...good, latitude: 1 } }, /^\/alert/],
      [{ alerts: [] }, /^\/alerts/],
      [{}, /alerts/],
      [[], /./],
      [{ ...good, from: at(0), to: at(9) }, /^\/(dateTime|alerts) is not a known field/],
      [{ from: at(9), to: at(0) }, '/from must not be later than /to'],
    ] as const) {
      expectFailure(await post(path, body), 'validation_failed', error);
    }
    expect(await stored(path)).to.be.empty;
  });
});
