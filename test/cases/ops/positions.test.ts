import { expect } from 'chai';
import type { Location } from '../../../src/schema/records/location.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { runCase } from '../../support/cases/run-case.js';
import type { SerialCase } from '../../support/cases/serial-case.js';
import { useApp } from '../../support/gateway/app.js';

const MINUTE_MS = 60_000;
const METERS_OF_DEGREE = 111_195;

type Place = Partial<Location> & { readonly dateTime: string };
type Input = { readonly zone?: object; readonly rule?: object; readonly locations: readonly Place[] };
type Trip = { from: string; to: string; distance: number; openStart?: boolean; openEnd?: boolean };
type Trips = { readonly trips: readonly Trip[]; readonly stops: readonly { latitude: number; longitude: number }[] };

describe('positions that cannot be', () => {
  const app = useApp();
  let count = 0;

  /** Posts the locations one by one to a new device, with a zone and its rule if there are any. */
  async function post({ zone, rule = {}, locations }: Input): Promise<string> {
    const id = `moved-${(count += 1)}`;
    await app.call('POST', '/api/devices', { id });
    if (zone !== undefined) {
      const { body } = await app.call('POST', '/api/zones', { name: id, shape: zone });
      await app.call('POST', '/api/alertRules', { ...rule, name: id, devices: [id], zones: [body.id] });
    }
    for (const { dateTime, ...place } of locations) {
      const at = dateTime.replace(/^\{now-([\d.]+)min\}$/, (_, minutes: string) => timeOf(-Number(minutes)));
      await store(id, { ...place, dateTime: at });
    }
    return id;
  }
  async function store(id: string, locations: object): Promise<void> {
    expect((await app.call('POST', `/api/devices/${id}/locations`, locations)).status).to.equal(201);
  }
  /** `minutes` from now */
  const timeOf = (minutes: number): string => new Date(app.clock.now() + minutes * MINUTE_MS).toISOString();
  const rangeOf = (from: number, to = 0): string => `from=${timeOf(from)}&to=${timeOf(to)}`;
  const tripsOf = async (id: string, range = rangeOf(-120)): Promise<Trips> =>
    (await app.call('GET', `/api/devices/${id}/trips?${range}`)).body as unknown as Trips;
  const alertsOf = async (id: string): Promise<readonly unknown[]> =>
    (await app.call('GET', `/api/devices/${id}/alerts?${rangeOf(-120)}`)).body.alerts as unknown[];
  const lastOf = async (id: string): Promise<Location> =>
    (await app.call('GET', `/api/devices/${id}/lastLocation`)).body.lastLocation as Location;
  const inputOf = (id: string): Input => opsCase(id).input as Input;

  it('K20a: a report at exactly 0,0 moves nothing, leaves no zone and is no last location', async () => {
    const id = await post(inputOf('K20a'));
    expect((await tripsOf(id)).trips).to.deep.equal([]);
    expect(await alertsOf(id)).to.deep.equal([]);
    expect(await lastOf(id)).to.deep.include({ latitude: 52.5, longitude: 13.4 });
  });

  it('K20b: the last location stays when the newest report is at exactly 0,0', async () => {
    expect(await lastOf(await post(inputOf('K20b')))).to.deep.include({ latitude: 52.5, longitude: 13.4 });
  });

  it('K21a: a single fix that no vehicle can reach counts for no trip and no zone, and its record stays', async () => {
    const input = inputOf('K21a');
    const id = await post(input);
    expect((await tripsOf(id)).trips).to.deep.equal([]);
    expect(await alertsOf(id)).to.deep.equal([]);
    const { body } = await app.call('GET', `/api/devices/${id}/locations?${rangeOf(-120)}`);
    expect(body.locations).to.have.lengthOf(input.locations.length);
  });

  it('K23a: a fix less exact than the movement it shows makes no trip and does not move the stop', async () => {
    const { trips, stops } = await tripsOf(await post(inputOf('K23a')));
    expect(trips).to.deep.equal([]);
    expect(stops).to.have.lengthOf(1);
    expect(stops[0]?.longitude).to.be.closeTo(13.4, 0.0005);
  });

  it('P-jump: a short exact jump makes no trip', async () => {
    expect((await tripsOf(await post(inputOf('P-jump')))).trips).to.deep.equal([]);
  });

  it('P137: a range that cuts a trip has its part, and the parts add up', async () => {
    expect(opsCase('P137').expected).to.match(/the parts add up$/);
    const minutes = [60, -20, 40, -150, 30, -15, 300, -30, 60].flatMap((each) =>
      Array.from({ length: Math.abs(each) }, () => each < 0),
    );
    let latitude = 40;
    const locations = minutes.map((isDriven, index): Place => {
      if (isDriven) latitude += 0.006;
      return { dateTime: timeOf(index - minutes.length), latitude, longitude: 13.4, speed: isDriven ? 11.1 : 0 };
    });
    const id = await post({ locations: [] });
    await store(id, locations);
    const all = await tripsOf(id, rangeOf(-minutes.length - 1));
    expect(all.trips).to.have.lengthOf(4);
    expect((await tripsOf(id, rangeOf(-16 * 24 * 60))).trips).to.deep.equal(all.trips);
    const cut = 60 + 20 + 40 + 75 - minutes.length;
    const [before, after] = [await tripsOf(id, rangeOf(-minutes.length - 1, cut)), await tripsOf(id, rangeOf(cut))];
    expect(before.trips.at(-1)).to.deep.include({ openEnd: true });
    expect(after.trips[0]).to.deep.include({ openStart: true });
    const meters = ({ trips }: Trips): number => trips.reduce((sum, { distance }) => sum + distance, 0);
    // The fix at the cut may count for neither part.
    expect(meters(before) + meters(after)).to.be.closeTo(meters(all), 2 * 0.006 * METERS_OF_DEGREE);
  });
});

describe('reports of trackers that cannot be', () => {
  const CLOSE = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  /** The case as one of a tracker: the placeholders of times have other names there. */
  const trackerCase = (id: string, own: Pick<SerialCase, 'protocol' | 'configuration' | 'device'>): SerialCase => {
    const { sentences, requests = [] } = opsCase(id).input as { sentences?: string[]; requests?: string[] };
    const texts = sentences ?? requests.map((request) => `GET ${request} ${CLOSE}`);
    const input = texts.map((text) => ({ text: sentences === undefined ? timed(text) : `${timed(text)}\r\n` }));
    return { ...opsCase(id), ...own, input };
  };
  const timed = (text: string): string =>
    text
      .replace('{now - 7168 d, s}', '{now-7168d:unix}')
      .replace(/\{now-(\d+)min, s\}/g, (_, minutes: string) => `{now-${Number(minutes) * 60}s:unix}`)
      .replaceAll('{now, hhmmss}', '{now:%H%M%S}')
      .replaceAll('{now - 7168 d, ddmmyy}', '{now-7168d:%d%m%y}')
      .replace('*hh', '*{sum}');
  const osmand = { transport: 'http', protocol: 'osmand', unknownDevices: 'register' } as const;

  it('K20c: a report at exactly 0,0 over a listener is no last location', async () => {
    const { last } = await runCase(
      trackerCase('K20c', { protocol: 'osmand', configuration: { listener: osmand }, device: 'os1' }),
    );
    expect(last).to.deep.include({ latitude: 52.5, longitude: 13.4 });
  });

  for (const [id, own] of [
    [
      'K24a',
      {
        protocol: 'nmea0183',
        configuration: { port: { path: '/dev/ttyUSB0', protocol: 'nmea0183', deviceId: 'mouse' } },
      },
    ],
    ['K24d', { protocol: 'osmand', configuration: { listener: osmand } }],
  ] as const) {
    it(`${id}: a date 1,024 weeks back is moved to today, with its time of day`, async () => {
      const device = id === 'K24d' ? 'os9' : 'mouse';
      const { locations, now } = await runCase(trackerCase(id, { ...own, device }));
      expect(locations).to.not.be.empty;
      for (const { dateTime } of locations) expect(Math.abs(Date.parse(dateTime) - now)).to.be.below(MINUTE_MS);
    });
  }
});
