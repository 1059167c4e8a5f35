import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { expectSuccess } from '../../support/api/envelope.js';

const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-21T23:59:59Z';
const at = (time: string): string => `2026-11-21T${time}.000Z`;

describe('fixes that do not count', () => {
  const app = useApp();
  const YARD = { dateTime: at('08:00:00'), latitude: 52.5, longitude: 5 };
  const NO_FIX = { dateTime: at('08:00:10'), latitude: 0, longitude: 0, battery: 80, unfit: 'vague' };
  const JUMP = { dateTime: at('08:00:20'), latitude: 48, longitude: 5, unfit: 12 };
  const VAGUE = { dateTime: at('08:00:30'), latitude: 52.51, longitude: 5, accuracy: 2_500 };
  const GATE = { dateTime: at('08:00:40'), latitude: 52.501, longitude: 5, unfit: 'jump' };
  const get = async (path: string) => app.call('GET', `/api/devices/van/${path}`);
  const marksOf = (locations: unknown) => (locations as { unfit?: string }[]).map(({ unfit }) => unfit);
  const MARKS = [undefined, 'noFix', 'jump', 'vague', undefined];

  before(async () => {
    expectSuccess(await app.call('POST', '/api/devices', { id: 'van' }), 201);
    for (const location of [YARD, NO_FIX, JUMP, VAGUE, GATE]) {
      const answer = await app.call('POST', '/api/devices/van/locations', location);
      expectSuccess(answer, 201);
      expect(answer.body).to.include({ accepted: 1, duplicates: 0 });
    }
  });

  it('the mark of a posted location is not read, and the stored ones have the reason', async () => {
    const { body } = await get(`locations?${DAY}`);
    expect(marksOf(body.locations)).to.deep.equal(MARKS);
    expect((body.locations as object[])[1]).to.include({ battery: 80 });
  });

  it('records in order of arrival have the reason', async () => {
    const { body } = await app.call('GET', '/api/records?after=&kinds=location');
    expect(marksOf((body.records as { location: unknown }[]).map(({ location }) => location))).to.deep.equal(MARKS);
  });

  it('tables have the reason, and maps leave the fixes out', async () => {
    const text = async (format: string): Promise<string> => {
      const headers = { Authorization: `Bearer ${app.admin().token}` };
      return (await fetch(`${app.url()}/api/devices/van/locations?${DAY}&format=${format}`, { headers })).text();
    };
    expect((await text('csv')).split('\r\n').map((line) => line.split(',').at(-1))).to.deep.equal([
      ...['unfit', '', '"noFix"', '"jump"', '"vague"', '', ''],
    ]);
    expect((await text('ndjson')).match(/"unfit":"\w+"/g)).to.have.lengthOf(3);
    expect((await text('gpx')).match(/<trkpt/g)).to.have.lengthOf(2);
    expect((await text('geojson')).match(/"Point"/g)).to.have.lengthOf(2);
  });

  it('they are never the last location, nor the place of an alert', async () => {
    expect((await get('lastLocation')).body.lastLocation).to.include({ latitude: 52.501 });
    for (const own of [{ latitude: 0, longitude: 0 }, {}]) {
      const alert = { alertName: 'SOSButton', dateTime: at('latitude' in own ? '08:01:00' : '08:01:01'), ...own };
      expectSuccess(await app.call('POST', '/api/devices/van/alerts', alert), 201);
    }
    const { body } = await get(`alerts?${DAY}`);
    expect((body.alerts as { latitude: number }[]).map(({ latitude }) => latitude)).to.deep.equal([52.501, 52.501]);
  });
});
