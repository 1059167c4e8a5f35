import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf } from '../../support/api/examples.js';
import { deviceOf, fixAt, quarantinedOf } from '../../support/store/records.js';

describe('unknown devices', () => {
  const app = useApp({
    config: { licenses: { total: 3 } },
    seed: () =>
      Promise.resolve([
        { kind: 'group', v: groupOf('north') },
        ...['__proto__', '244660001', 'bus', 'van', 'cab'].flatMap((id) => [
          quarantinedOf(id, fixAt(1)),
          quarantinedOf(id, fixAt(2)),
        ]),
      ]),
  });
  const listed = async (): Promise<Record<string, unknown>[]> =>
    (await app.call('GET', '/api/unknownDevices')).body.unknownDevices as Record<string, unknown>[];
  const adopt = (id: string, body?: object): Promise<Sent> => app.call('POST', `/api/unknownDevices/${id}/adopt`, body);
  const historyOf = async (id: string): Promise<unknown> => {
    const day = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
    return (await app.call('POST', `/api/devices/${id}/locations`, day)).body.locations;
  };

  it('the list has every unknown id with its quarantined records', async () => {
    const all = await listed();
    expect(all.map(({ id }) => id)).to.deep.equal(['244660001', '__proto__', 'bus', 'cab', 'van']);
    expect(all[0]).to.deep.equal({
      id: '244660001',
      firstHeard: '2026-11-21T08:00:00.000Z',
      lastHeard: '2026-11-21T08:00:00.000Z',
      source: { protocol: 'json', port: '/dev/ttyUSB1' },
      records: 2,
      dropped: 0,
      lastLocation: fixAt(2),
    });
    expectFailure(await app.call('POST', '/api/devices/bus/locations', fixAt(1)), 'not_found');
    const { serial } = (await app.call('GET', '/api/health')).body as { serial?: object };
    expect(serial).to.include({ unknownDevices: 5 });
  });

  it('adoption registers a device, with or without a body, and imports its records', async () => {
    const plain = await adopt('__proto__');
    expectSuccess(plain, 201);
    expect(plain.body).to.nested.include({ accepted: 2, duplicates: 0, 'device.id': '__proto__' });
    const described = await adopt('bus', { name: 'Bus 7', tags: { line: '7' }, group: 'north' });
    expect(described.body.device).to.deep.include({ id: 'bus', name: 'Bus 7', tags: { line: '7' } });
    expect(await historyOf('bus')).to.deep.equal([fixAt(1), fixAt(2)]);
    expect((await app.call('GET', '/api/devices/__proto__/lastLocation')).body.lastLocation).to.deep.equal(fixAt(2));
    expect((await app.call('GET', '/api/groups/north')).body.devices).to.deep.equal(['bus']);
    expectFailure(await adopt('bus'), 'not_found');
  });

  it('registering an id adopts the unknown device', async () => {
    expectSuccess(await app.call('POST', '/api/devices', { id: 'van' }), 201);
    expect(await historyOf('van')).to.deep.equal([fixAt(1), fixAt(2)]);
    expect((await listed()).map(({ id }) => id)).to.deep.equal(['244660001', 'cab']);
  });

  it('a failed adoption changes nothing', async () => {
    expectFailure(await adopt('cab'), 'no_license');
    expectFailure(await adopt('cab', { id: 'other' }), 'validation_failed', '/id must be cab, as in the path');
    expectFailure(await adopt('cab', { group: 'none' }), 'validation_failed', '/group: group none not found');
    expectFailure(await adopt('cab', { color: 'red' }), 'validation_failed', /color/);
    expectFailure(await adopt('none'), 'not_found');
    expect(await listed()).to.have.lengthOf(2);
  });

  it('a discarded device is forgotten, also after a restart', async () => {
    expectSuccess(await app.call('DELETE', '/api/unknownDevices/cab'));
    expectFailure(await app.call('DELETE', '/api/unknownDevices/cab'), 'not_found');
    await app.change([]);
    expect((await listed()).map(({ id }) => id)).to.deep.equal(['244660001']);
    const metrics = await fetch(`${app.url()}/metrics`, { headers: { Authorization: `Bearer ${app.admin().token}` } });
    const text = await metrics.text();
    expect(text).to.contain('\nwaypost_unknown_devices 1\n');
    expect(text).to.contain('\nwaypost_quarantined_records 2\n');
    expect(text).to.contain('\nwaypost_quarantine_dropped_records_total 0\n');
  });
});

describe('an id of dots', () => {
  const app = useApp({
    seed: () => Promise.resolve([quarantinedOf('.', fixAt(1)), { kind: 'device', v: deviceOf('..') }]),
  });

  it('it is refused, because no browser sends it as a part of a path', async () => {
    for (const id of ['.', '..', '...']) {
      expectFailure(await app.call('POST', '/api/devices', { id }), 'validation_failed', /^\/id /);
    }
    for (const id of ['.a', 'a.', '..a', '.-.']) expectSuccess(await app.call('POST', '/api/devices', { id }), 201);
  });

  it('one that an earlier version stored can be read, changed and removed as %252E', async () => {
    expectFailure(await app.call('POST', '/api/unknownDevices/%252E/adopt'), 'validation_failed');
    expectSuccess(await app.call('DELETE', '/api/unknownDevices/%252E'));
    expectSuccess(await app.call('GET', '/api/devices/%252E%252E'));
    expectSuccess(await app.call('PATCH', '/api/devices/%252E%252E', { name: 'Dots' }));
    expectSuccess(await app.call('DELETE', '/api/devices/%252E%252E'));
    expectFailure(await app.call('GET', '/api/devices/%252E%252E'), 'not_found');
  });
});
