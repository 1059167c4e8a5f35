import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { fixAt } from '../../support/store/records.js';

const COUNT = 2_000;
const RANGE = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

describe('a page of many records', () => {
  const app = useApp();
  const expected = Array.from({ length: COUNT }, (_, second) => ({ ...fixAt(second), alertTexts: ['ä€😀'.repeat(9)] }));
  const get = (query: string, method = 'GET'): Promise<Response> =>
    fetch(`${app.url()}/api/devices/bus/locations?${RANGE}${query}`, {
      method,
      headers: { Authorization: `Bearer ${app.admin().token}` },
    });

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'bus' });
    for (let from = 0; from < COUNT; from += 1_000)
      await app.call('POST', '/api/devices/bus/locations', expected.slice(from, from + 1_000));
  });

  it('a long page is the same JSON as a short one, with its length', async () => {
    const response = await get('');
    const text = await response.text();
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(body).to.deep.include({ success: true, error: null, locations: expected });
    expect(text).to.equal(JSON.stringify(body));
    expect(response.headers.get('Content-Length')).to.equal(String(Buffer.byteLength(text)));
    expect(response.headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
    const short = (await (await get('&limit=2')).json()) as Record<string, unknown>;
    expect(Object.keys(short)).to.deep.equal([...Object.keys(body), 'next']);
  });

  it('a search by POST returns the same page', async () => {
    const find = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
    const { body } = await app.call('POST', '/api/devices/bus/locations', find);
    expect(body.locations).to.deep.equal(expected);
  });

  it('a HEAD request of a long page has no body and leaves the connection usable', async () => {
    const response = await get('', 'HEAD');
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal('');
    expect((await get('&limit=1')).status).to.equal(200);
  });

  it('long files are complete', async () => {
    const textOf = async (format: string): Promise<string> => (await get(`&format=${format}`)).text();
    const lines = (await textOf('ndjson')).trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(expected);
    const { features } = JSON.parse(await textOf('geojson')) as { features: unknown[] };
    expect(features).to.have.lengthOf(COUNT);
    expect((await textOf('csv')).match(/^"2026/gm)).to.have.lengthOf(COUNT);
    const gpx = await textOf('gpx');
    expect(gpx.match(/<trkpt /g)).to.have.lengthOf(COUNT);
    expect(gpx.endsWith('</gpx>\n')).to.equal(true);
  });
});
