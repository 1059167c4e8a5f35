import { expect } from 'chai';
import fc from 'fast-check';
import type { TripsView } from '../../../src/schema/records/trips.js';
import { expectFailure } from '../../support/api/envelope.js';
import { useApp } from '../../support/gateway/app.js';

const START = Date.UTC(2026, 10, 20, 6);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const STEP = 20 * SECOND;

type Sent = {
  readonly dateTime: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed?: number;
};

/** A day with a fix every 20 s: three deliveries from a depot, with a stop of 10 minutes at each end. */
function day(): Sent[] {
  const sent: Sent[] = [];
  let [ms, longitude] = [START, 5];
  const add = (minutes: number, speed: number): void => {
    for (const end = ms + minutes * MINUTE; ms < end; ms += STEP) {
      sent.push({ dateTime: new Date(ms).toISOString(), latitude: 52, longitude, speed: Math.abs(speed) });
      longitude += (speed * 20) / 68_677;
    }
  };
  for (let tour = 0; tour < 3; tour += 1) {
    add(10, 0);
    add(15, 15);
    add(10, 0);
    add(15, -15);
    ms += 40 * MINUTE;
  }
  add(10, 0);
  return sent;
}

const RANGE = `from=${new Date(START).toISOString()}&to=${new Date(START + 12 * 60 * MINUTE).toISOString()}`;

const delaysOf = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { minLength: count, maxLength: count });

describe('trips', () => {
  const app = useApp();
  const query = (id: string, text = RANGE) => app.call('GET', `/api/devices/${id}/trips?${text}`);
  const trips = async (id: string, text = RANGE): Promise<TripsView> => {
    const { status, body } = await query(id, text);
    expect(status).to.equal(200);
    const { trips, stops, gaps, zoneVisits } = body as unknown as TripsView;
    return { trips, stops, gaps, zoneVisits };
  };

  async function post(id: string, sent: readonly Sent[]): Promise<void> {
    await app.call('POST', '/api/devices', { id });
    for (let at = 0; at < sent.length; at += 100) {
      const { status } = await app.call('POST', `/api/devices/${id}/locations`, {
        locations: sent.slice(at, at + 100),
      });
      expect(status).to.equal(201);
    }
  }

  before(async () => {
    const shape = { type: 'circle', center: [5, 52], radius: 200 };
    expect((await app.call('POST', '/api/zones', { id: 'depot', name: '=Depot', shape })).status).to.equal(201);
    await post('van', day());
  });

  it('the answer has trips, stops, gaps and zone visits in order of time', async () => {
    const { trips: found, stops, gaps, zoneVisits } = await trips('van');
    expect(found).to.have.length(6);
    // The last one is the silence up to the end of the range.
    expect(gaps.map(({ openEnd }) => openEnd)).to.deep.equal([false, false, false, true]);
    expect(stops.map(({ zone }) => zone !== null)).to.deep.equal([true, false, true, false, true, false, true]);
    expect(zoneVisits.length).to.be.at.least(2);
    // The way back ends with the gap, 300 m before the depot.
    for (const [index, { distance, zoneVisits: passed }] of found.entries()) {
      expect(distance).to.be.within(13_000, 13_600);
      expect(passed).to.have.length(index % 2 === 0 ? 1 : 0);
    }
    for (const list of [found, stops, gaps, zoneVisits])
      expect(list.map(({ from }) => from)).to.deep.equal(list.map(({ from }) => from).toSorted());
  });

  it('a range within a trip cuts it off at both ends', async () => {
    const [from, to] = [START + 15 * MINUTE, START + 20 * MINUTE].map((ms) => new Date(ms).toISOString());
    const { trips: found, stops, gaps } = await trips('van', `from=${from}&to=${to}`);
    expect(stops).to.deep.equal([]);
    expect(gaps).to.deep.equal([]);
    expect(found[0]).to.include({ from, to, openStart: true, openEnd: true, duration: 300 });
    expect(found[0]?.distance).to.be.closeTo(4_500, 20);
  });

  it('a range in a gap has the gap', async () => {
    const [from, to] = [START + 55 * MINUTE, START + 60 * MINUTE].map((ms) => new Date(ms).toISOString());
    expect((await trips('van', `from=${from}&to=${to}`)).gaps).to.deep.equal([
      { from, to, openStart: true, openEnd: true },
    ]);
  });

  it('CSV has a line for each trip, stop and gap in order of time, and no formula', async () => {
    const response = await fetch(`${app.url()}/api/devices/van/trips?${RANGE}&format=csv`, {
      headers: { authorization: `Bearer ${app.admin().token}` },
    });
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).to.match(/^kind,from,to,/);
    expect(lines.slice(1, 6).map((line) => line.split(',')[0])).to.deep.equal([
      '"stop"',
      '"trip"',
      '"stop"',
      '"trip"',
      '"gap"',
    ]);
    expect(lines[1]).to.include(`"'=Depot"`);
    expect(lines).to.have.length(1 + 6 + 7 + 4);
  });

  it('a device without records has no trips', async () => {
    await app.call('POST', '/api/devices', { id: 'silent' });
    expect(await trips('silent')).to.deep.equal({ trips: [], stops: [], gaps: [], zoneVisits: [] });
  });

  it('what is wrong with a query is named', async () => {
    expectFailure(await query('nobody'), 'not_found');
    const [from, to] = RANGE.split('&').map((pair) => pair.split('=')[1] ?? '');
    expectFailure(await query('van', `from=${to}&to=${from}`), 'validation_failed', /from must not be later/);
    expectFailure(await query('van', `from=${from}`), 'validation_failed');
    expectFailure(await query('van', `${RANGE}&format=gpx`), 'validation_failed');
    const long = await query('van', 'from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00.001Z');
    expectFailure(long, 'validation_failed', /at most 32 days/);
    expect((await query('van', 'from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z')).status).to.equal(200);
  });

  it('the order of arrival does not matter', async () => {
    const expected = await trips('van');
    const sent = day();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(delaysOf(sent.length), async (delays) => {
        const id = `van-${(run += 1)}`;
        const arrivals = sent.map((one, index) => ({ one, at: Date.parse(one.dateTime) + (delays[index] ?? 0) }));
        await post(
          id,
          arrivals.sort((a, b) => a.at - b.at).map(({ one }) => one),
        );
        expect(await trips(id)).to.deep.equal(expected);
      }),
      { numRuns: 5 },
    );
  });
});
