import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { deviceOf } from '../../support/store/records.js';

const COUNT = 300;
const idAt = (index: number): string => `bus-${String(index).padStart(4, '0')}`;

describe('a list of many devices', () => {
  const app = useApp({
    seed: () =>
      Promise.resolve(
        // Not in the order of their ids.
        Array.from({ length: COUNT }, (_, index) => ({
          kind: 'device' as const,
          v: {
            ...deviceOf(idAt((index * 7) % COUNT), index < 10 ? '2026-01-01T00:00:00.000Z' : null),
            description: 'ä€😀'.repeat(200),
          },
        })),
      ),
  });
  const get = (query = '', method = 'GET'): Promise<Response> =>
    fetch(`${app.url()}/api/devices${query}`, { method, headers: { Authorization: `Bearer ${app.admin().token}` } });
  const idsOf = async (query: string): Promise<string[]> => {
    const { devices } = (await (await get(query)).json()) as { devices: { id: string }[] };
    return devices.map(({ id }) => id);
  };

  it('a long list is complete, sorted JSON with its length', async () => {
    const response = await get();
    const text = await response.text();
    const body = JSON.parse(text) as { devices: { id: string }[] };
    expect(body).to.deep.include({ success: true, error: null });
    expect(text).to.equal(JSON.stringify(body));
    expect(body.devices.map(({ id }) => id)).to.deep.equal(Array.from({ length: COUNT }, (_, index) => idAt(index)));
    expect(body.devices[1]).to.deep.equal((await app.call('GET', `/api/devices/${idAt(1)}`)).body.device);
    expect(response.headers.get('Content-Length')).to.equal(String(Buffer.byteLength(text)));
    expect(response.headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
  });

  it('a page of a list has its devices in order, and an empty one none', async () => {
    expect(await idsOf('?offset=250&limit=3')).to.deep.equal([250, 251, 252].map(idAt));
    expect(await idsOf('?state=expired')).to.have.lengthOf(10);
    expect(await idsOf('?state=active&limit=1000')).to.have.lengthOf(COUNT - 10);
    expect(await idsOf(`?offset=${COUNT}`)).to.deep.equal([]);
  });

  it('a HEAD request of a long list has no body and leaves the connection usable', async () => {
    const response = await get('', 'HEAD');
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal('');
    expect((await get('?limit=1')).status).to.equal(200);
  });

  it('every list that waits for its turn is answered', async () => {
    const texts = await Promise.all(Array.from({ length: 100 }, async () => (await get()).text()));
    expect(new Set(texts.map((text) => text.length)).size).to.be.lessThan(4);
    expect(texts.every((text) => text.endsWith(']}'))).to.equal(true);
  });
});
