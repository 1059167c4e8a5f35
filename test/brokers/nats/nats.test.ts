import { expect } from 'chai';
import type { Sink } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestNatsSink, startNatsSink, type NatsSinkOptions } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers, type NatsServer } from '../../support/uplinks/nats-server.js';
import { addStream, openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { alertAt, recordAt, STORE } from '../../support/uplinks/rest-sink.js';
import { outcomesOf } from '../../support/uplinks/scripted-server.js';

const recordsFrom = (from: number, to: number, deviceOf = (n: number): string => ['bus', 'van'][n % 2] ?? '') =>
  Array.from({ length: to - from + 1 }, (_, index) => recordAt(from + index, deviceOf(from + index)));

describe('the NATS uplink', () => {
  const folder = useFolder();
  const own = useNatsServers();
  let server: NatsServer;
  let reader: StreamReader;
  const sinks: Sink[] = [];
  beforeEach(async () => {
    server = await own(startNatsServer({ folder: folder() }));
    reader = await openStreamReader(server.url, {
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
  });
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
    await reader.close();
  });

  async function connect(options: Partial<NatsSinkOptions> = {}): Promise<Sink> {
    const sink = createTestNatsSink({ url: server.url, ...options });
    sinks.push(sink);
    await startNatsSink(sink);
    return sink;
  }

  it('the stream is made, and takes locations and alerts in order with their ids, not the newest locations', async () => {
    const sink = await connect();
    expect(sink.status()).to.deep.equal({ connected: true, reason: null });
    const { config } = await reader.jsm.streams.info('WAYPOST');
    expect(config).to.deep.include({
      subjects: ['waypost.*.location.>', 'waypost.*.alert.>'],
      storage: 'file',
      num_replicas: 1,
    });
    const live: string[] = [];
    reader.nc.subscribe('waypost.north.live.>', {
      callback(_error, message) {
        live.push(`${message.subject} ${message.json<{ id: string }>().id}`);
      },
    });
    await reader.nc.flush();
    const records = recordsFrom(1, 1_000);
    const alerts = [alertAt(1_001), alertAt(1_002, 'van')];
    expect(new Set(outcomesOf(await sink.send('history', records)))).to.deep.equal(new Set(['accepted']));
    expect(outcomesOf(await sink.send('alerts', alerts))).to.deep.equal(['accepted', 'accepted']);
    expect(outcomesOf(await sink.send('live', [recordAt(1_000, 'bus')]))).to.deep.equal(['accepted']);
    await eventually('the newest location arrives', () => live.length > 0);
    expect(live).to.deep.equal([`waypost.north.live.bus ${STORE}:1000`]);
    const stored = await reader.all();
    expect(stored.map(({ record }) => record)).to.deep.equal([...records, ...alerts]);
    expect(stored.map(({ id }) => id)).to.deep.equal([...records, ...alerts].map(({ id }) => id));
    expect(stored[0]?.subject).to.equal('waypost.north.location.van');
    expect(stored.at(-1)?.subject).to.equal('waypost.north.alert.van');
    expect([sink.mark?.('history'), sink.mark?.('alerts')]).to.deep.equal([1_000, 1_002]);
  });

  it('ids with characters of subjects are encoded', async () => {
    const sink = await connect({ options: { gatewayId: 'depot.north' } });
    await sink.send('history', [recordAt(1, 'a.b:c-1')]);
    expect((await reader.all()).map(({ subject }) => subject)).to.deep.equal([
      'waypost.depot%2Enorth.location.a%2Eb:c-1',
    ]);
    const found = await sink.findRepeated?.('history', 0, [recordAt(1, 'a.b:c-1')]);
    expect(found).to.deep.equal({ repeated: new Set([`${STORE}:1`]) });
  });

  it('a repeat within the duplicate window is not stored again', async () => {
    const sink = await connect();
    await sink.send('history', recordsFrom(1, 10));
    expect(outcomesOf(await sink.send('history', recordsFrom(6, 12)))).to.deep.equal([
      ...Array<string>(5).fill('repeated'),
      ...['accepted', 'accepted'],
    ]);
    expect(await reader.all()).to.have.lengthOf(12);
  });

  it('what is behind the mark of a lane is found again, far beyond the duplicate window', async () => {
    await addStream(reader.jsm, { duplicateMs: 100 });
    const first = await connect();
    await first.send('history', recordsFrom(1, 500));
    const mark = first.mark?.('history');
    await first.send('alerts', [alertAt(501)]);
    await first.send('history', recordsFrom(502, 700));
    await first.stop();
    const sink = await connect();
    const batch = recordsFrom(502, 800);
    const found = await sink.findRepeated?.('history', mark, batch);
    expect(found).to.deep.equal({ repeated: new Set(recordsFrom(502, 700).map(({ id }) => id)) });
    expect(sink.mark?.('history')).to.equal(700);
    expect(await sink.findRepeated?.('alerts', undefined, [alertAt(501)])).to.deep.equal({
      repeated: new Set([`${STORE}:501`]),
    });
    expect(await sink.findRepeated?.('history', 700, recordsFrom(701, 800))).to.deep.equal({ repeated: new Set() });
  });

  it('the place of the records is searched without a mark, or with one that is far behind', async () => {
    const sink = await connect();
    for (let from = 1; from < 6_000; from += 1_000) await sink.send('history', recordsFrom(from, from + 999));
    for (const mark of [undefined, 10, 90_000]) {
      const found = await sink.findRepeated?.('history', mark, recordsFrom(4_001, 4_500));
      expect(found, String(mark)).to.deep.equal({ repeated: new Set(recordsFrom(4_001, 4_500).map(({ id }) => id)) });
      expect(sink.mark?.('history'), String(mark)).to.equal(4_500);
    }
    expect(await sink.findRepeated?.('history', undefined, recordsFrom(6_001, 6_010))).to.deep.equal({
      repeated: new Set(),
    });
  });

  it('records of both generations of a restored store are found', async () => {
    const sink = await connect();
    await sink.send('history', recordsFrom(1, 100));
    const renewed = 'north:ijklmnop';
    const later = Array.from({ length: 20 }, (_, n) => recordAt(81 + n, 'bus', renewed));
    await sink.send('history', later.slice(0, 10));
    const restored = await connect({ options: { storeId: () => renewed } });
    for (const mark of [70, undefined]) {
      const found = await restored.findRepeated?.('history', mark, [...recordsFrom(71, 80), ...later]);
      const expected = [...recordsFrom(71, 80), ...later.slice(0, 10)].map(({ id }) => id);
      expect(found, String(mark)).to.deep.equal({ repeated: new Set(expected) });
    }
  });

  it('a stream with higher numbers of this store stops the uplink, and names the command', async () => {
    const first = await connect();
    await first.send('history', recordsFrom(1, 20));
    const { connected, reason } = (await connect({ options: { newest: () => 19 } })).status();
    expect(connected).to.equal(false);
    expect(reason)
      .to.contain('its record 20 is in the stream')
      .and.contain('waypost uplink reset center --new-generation');
    expect(
      (await connect({ options: { newest: () => 19, storeId: () => 'north:ijklmnop' } })).status().connected,
    ).to.equal(true);
  });

  it('kill -9 of the server ends the connection, which comes back with everything that was acknowledged', async () => {
    const sink = await connect();
    const accepted: string[] = [];
    let next = 1;
    for (let round = 0; round < 4; round += 1) {
      const batch = recordsFrom(next, next + 999);
      const sending = sink.send('history', batch);
      await server.kill();
      const { results, pause } = await sending;
      accepted.push(...batch.flatMap(({ id }, index) => (results[index]?.outcome === 'accepted' ? [id] : [])));
      await eventually('the loss is noticed', () => !sink.status().connected);
      if (pause !== undefined) expect(pause).to.include({ kind: 'retry' });
      expect(await sink.send('history', batch)).to.have.nested.property('pause.kind', 'retry');
      await server.start();
      await eventually('it is connected again', () => sink.status().connected);
      const found = await sink.findRepeated?.('history', undefined, batch);
      const repeated = found !== undefined && 'repeated' in found ? found.repeated : new Set();
      const missing = batch.filter(({ id }) => !repeated.has(id));
      if (missing.length > 0)
        expect(new Set(outcomesOf(await sink.send('history', missing)))).to.deep.equal(new Set(['accepted']));
      next += 1_000;
    }
    const stored = (await reader.all()).map(({ id }) => id);
    expect(stored).to.deep.equal(recordsFrom(1, 4_000).map(({ id }) => id));
    expect(accepted.filter((id) => !stored.includes(id))).to.deep.equal([]);
  });
});
