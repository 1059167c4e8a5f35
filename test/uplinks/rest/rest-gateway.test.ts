import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { FollowedRecord } from '../../../src/services/history/records.js';
import type { SendResult, Sink, SinkOptions } from '../../../src/uplinks/sink.js';
import { useApp } from '../../support/gateway/app.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { groupOf } from '../../support/api/examples.js';
import { deviceOf } from '../../support/store/records.js';
import { alertAt, createTestSink, recordAt, startSink, STORE } from '../../support/uplinks/rest-sink.js';

const outcomes = ({ results }: SendResult): string[] => results.map(({ outcome }) => outcome);

describe('the REST uplink to a gateway', () => {
  const center = useApp({
    config: { http: { bodyLimit: 65_536 } },
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(
        userOf('depot', { privileges: ['ingest'] }),
        userOf('reader'),
        userOf('bound', { privileges: ['ingest'], group: 'north' }),
      )),
    ],
  });
  let sink: Sink | undefined;
  afterEach(() => sink?.stop());

  async function connect(
    userName = 'depot',
    newest = 100_000,
    storeId = STORE,
    others: Partial<SinkOptions> = {},
  ): Promise<Sink> {
    const settings = { userName, apiKey: TEST_KEY };
    const options = { newest: () => newest, storeId: () => storeId, ...others };
    sink = createTestSink({ url: center.url(), settings, options });
    await startSink(sink);
    return sink;
  }
  async function storedIds(): Promise<string[]> {
    const { records } = (await center.call('GET', '/api/records?kinds=location,alert,acknowledgement')).body;
    return (records as FollowedRecord[]).flatMap((one) => ('source' in one ? [one.source.id] : []));
  }

  it('records of all lanes arrive once, whatever is repeated', async () => {
    const to = await connect();
    expect(to.status()).to.deep.include({ connected: true, reason: null });
    const history = Array.from({ length: 100 }, (_, n) => recordAt(n + 1, n % 2 === 0 ? 'bus' : 'van'));
    expect(outcomes(await to.send('alerts', [alertAt(200)]))).to.deep.equal(['accepted']);
    expect(outcomes(await to.send('live', history.slice(-2)))).to.deep.equal(['accepted', 'accepted']);
    expect(outcomes(await to.send('history', history)).filter((outcome) => outcome === 'repeated')).to.have.lengthOf(2);
    await center.restart();
    const again = await connect();
    expect(outcomes(await again.send('history', history))).to.deep.equal(Array(100).fill('repeated'));
    expect(outcomes(await again.send('alerts', [alertAt(200)]))).to.deep.equal(['repeated']);
    const ids = await storedIds();
    expect(ids).to.have.lengthOf(101);
    expect(new Set(ids)).to.deep.equal(new Set([...history, alertAt(200)].map(({ id }) => id)));
  });

  it('records of a device that is unknown there wait there, or are refused alone where the depot refuses them', async () => {
    const to = await connect();
    const sent = (): Promise<SendResult> =>
      to.send('history', [recordAt(300), recordAt(301, 'stranger'), recordAt(302)]);
    expect(outcomes(await sent())).to.deep.equal(['accepted', 'accepted', 'accepted']);
    const [depot] = (await center.call('GET', '/api/depots')).body.depots as { id: string }[];
    await center.call('PATCH', `/api/depots/${depot?.id ?? ''}`, { unknownDevices: 'refuse' });
    const refused = await sent();
    expect(outcomes(refused)).to.deep.equal(['repeated', 'refused', 'repeated']);
    expect(refused.results[1]).to.deep.include({ reason: 'device stranger not found' });
  });

  it('a device has the name and groups of its depot, which are sent once, and again after a change', async () => {
    let name = 'Bus 7';
    const to = await connect('depot', 100_000, STORE, {
      device: (id) => ({ id, name }),
      groups: () => [{ name: 'Buses', devices: ['bus'] }],
    });
    const nameThere = async (): Promise<unknown> =>
      ((await center.call('GET', '/api/devices/bus')).body.device as { name: string }).name;
    await to.send('history', [recordAt(310), recordAt(311)]);
    expect(await nameThere()).to.equal('Bus 7');
    const { groups } = (await center.call('GET', '/api/groups')).body;
    expect(
      (groups as { name: string; devices: string[] }[]).find(({ name: one }) => one.endsWith(' / Buses')),
    ).to.deep.include({ devices: ['bus'] });
    await center.call('PATCH', '/api/devices/bus', { name: 'Ours' });
    await to.send('history', [recordAt(312)]);
    expect(await nameThere(), 'not sent again').to.equal('Ours');
    await center.call('PATCH', '/api/devices/bus', { name: 'Bus 7' });
    name = 'Bus 8';
    await to.send('history', [recordAt(313)]);
    expect(await nameThere()).to.equal('Bus 8');
  });

  it('a batch beyond the body limit there is too large, and a part of it is taken', async () => {
    const to = await connect();
    const many = Array.from({ length: 600 }, (_, n) => recordAt(400 + n));
    expect((await to.send('history', many)).pause).to.include({ kind: 'too-large' });
    expect((await to.send('history', many.slice(0, 200))).pause).to.equal(undefined);
  });

  it('users who may not forward are named, with the privilege that is missing', async () => {
    for (const name of ['reader', 'bound']) {
      const { connected, reason } = (await connect(name)).status();
      expect(connected).to.equal(false);
      expect(reason).to.contain(name).and.to.contain('ingest');
      await sink?.stop();
    }
  });

  it('a store that was put back is stopped, before it sends or with the first number that is used again', async () => {
    const before = (await connect('depot', 10)).status();
    expect(before.connected).to.equal(false);
    expect(before.reason).to.contain('waypost uplink reset NAME --new-generation');
    await sink?.stop();
    const to = await connect();
    const { pause } = await to.send('history', [{ ...recordAt(9_000), ...recordIdOf(599) }]);
    expect(pause).to.include({ kind: 'stop' });
    expect(pause?.reason).to.contain('--new-generation');
    await to.stop();
    const renewed = await connect('depot', 10, 'north:hgfedcba');
    expect(renewed.status().connected).to.equal(true);
  });

  it('a gateway without this call is taken for the public service: locations one by one, and none twice', async () => {
    // As version 0.1.0: everything is passed on but the records.
    const old = createServer((request, response) => {
      const isRecords = request.url === '/api/records';
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { authorization = '' } = request.headers;
        const headers = { 'Content-Type': 'application/json', Authorization: authorization };
        const method = isRecords ? 'DELETE' : 'POST';
        void fetch(center.url() + String(request.url), {
          method,
          headers,
          ...(isRecords ? {} : { body: Buffer.concat(pieces) }),
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'Content-Type': 'application/json' });
          response.end(await answer.text());
        });
      });
    });
    await once(old.listen(0, '127.0.0.1'), 'listening');
    const { port } = old.address() as AddressInfo;
    const settings = { userName: 'depot', apiKey: TEST_KEY };
    const to = (sink = createTestSink({ url: `http://127.0.0.1:${port}`, settings }));
    await startSink(to);
    expect(to.status()).to.include({ connected: true });
    expect(to.lanes).to.deep.equal(['live', 'history']);
    const records = [recordAt(7_000), recordAt(7_001, 'stranger'), recordAt(7_002)];
    expect(outcomes(await to.send('history', records))).to.deep.equal(['accepted', 'refused', 'accepted']);
    expect(outcomes(await to.send('history', records))).to.deep.equal(['repeated', 'refused', 'repeated']);
    const found = await to.findRepeated?.('history', undefined, [...records, recordAt(7_003)]);
    expect(found).to.deep.equal({ repeated: new Set([`${STORE}:7000`, `${STORE}:7002`]) });
    old.close();
    old.closeAllConnections();
  });

  it('two gateways that forward to each other cause no loop: own records come back as repeated', async () => {
    const own = String((await center.call('GET', '/api/records')).body.store);
    const to = await connect();
    expect(outcomes(await to.send('history', [recordAt(5, 'bus', own)]))).to.deep.equal(['repeated']);
  });
});

const recordIdOf = (n: number): { id: string; n: number } => ({ id: `${STORE}:${n}`, n });
