import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { expectFailure } from '../../support/api/envelope.js';
import { fixAt } from '../../support/store/records.js';

const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00%2B00:00';

describe('GET /api/devices/:deviceId/locations', () => {
  const app = useApp();
  const get = (query: string): Promise<Response> =>
    fetch(`${app.url()}/api/devices/bus:7/locations?${query}`, {
      headers: { Authorization: `Bearer ${app.admin().token}` },
    });

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'bus:7' });
    await app.call(
      'POST',
      '/api/devices/bus:7/locations',
      Array.from({ length: 25 }, (_, second) => fixAt(second)),
    );
  });

  it('GET returns the same locations as POST, page by page', async () => {
    const posted = await app.call('POST', '/api/devices/bus:7/locations', {
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-22T00:00:00Z',
    });
    const found: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await app.call('GET', `/api/devices/bus:7/locations?${DAY}&limit=10${cursor}`);
      found.push(...(body.locations as unknown[]));
      cursor = typeof body.next === 'string' ? `&cursor=${body.next}` : '';
    } while (cursor !== '');
    expect(found).to.deep.equal(posted.body.locations);
  });

  it('files have a name, a media type and a link to the next page', async () => {
    for (const [format, type, points] of [
      ['csv', 'text/csv; charset=utf-8', /^"2026/gm],
      ['gpx', 'application/gpx+xml', /<trkpt /g],
      ['geojson', 'application/geo+json', /"type":"Point"/g],
    ] as const) {
      let query = `${DAY}&format=${format}&limit=10`;
      let count = 0;
      for (let pages = 0; query !== ''; pages++) {
        expect(pages).to.be.lessThan(4);
        const answer = await get(query);
        expect(answer.status).to.equal(200);
        expect(answer.headers.get('content-type')).to.match(new RegExp(`^${type.replace('+', '\\+')}`));
        expect(answer.headers.get('content-disposition')).to.equal(`attachment; filename="bus_7.${format}"`);
        count += (await answer.text()).match(points)?.length ?? 0;
        [, query = ''] = /^<\?(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
      }
      expect(count, format).to.equal(25);
    }
  });

  it('an invalid range is refused', async () => {
    for (const [query, error] of [
      ['from=2026-11-21T00:00:00Z', 'query: /to is missing'],
      [`${DAY}&limit=0`, /^query: \/limit/],
      [`${DAY}&limit=10001`, /^query: \/limit/],
      [`${DAY}&format=xls`, /^query: \/format must be one of/],
      [`${DAY}&cursor=x`, /^\/cursor/],
      ['from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z', '/from must not be later than /to'],
      ['from=yesterday&to=2026-11-21T00:00:00Z', /^query: \/from must be an ISO 8601 time/],
    ] as const) {
      expectFailure(await app.call('GET', `/api/devices/bus:7/locations?${query}`), 'validation_failed', error);
    }
  });
});
