import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { nkeys } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { RecordResult, Sink, SinkStatus } from '../../../src/uplinks/sink.js';
import { freePort } from '../../support/gateway/free-port.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestNatsSink, startNatsSink, statusOf, type NatsSinkOptions } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers, type NatsServer } from '../../support/uplinks/nats-server.js';
import { addStream, openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';
import { outcomesOf } from '../../support/uplinks/scripted-server.js';

const reasonOf = (result: RecordResult | undefined): string => (result?.outcome === 'refused' ? result.reason : '');
const recordsUpTo = (count: number): UplinkRecord[] => Array.from({ length: count }, (_, n) => recordAt(n + 1));
/** A record of this many bytes and more. */
const longRecord = (n: number, bytes: number): UplinkRecord =>
  Object.assign({ note: 'x'.repeat(bytes) }, recordAt(n, 'van'));

const seed = nkeys.createUser();
const text = new TextDecoder();
const ADMIN = { user: 'admin', password: 'all' };

/** Accounts as a far side sets them up; `permissions` are those of the user depot. */
const accounts = (publish: readonly string[] | undefined): Record<string, unknown> => ({
  authorization: {
    users: [
      ADMIN,
      {
        ...{ user: 'depot', password: 'secret' },
        ...(publish !== undefined && { permissions: { publish, subscribe: ['_INBOX.>'] } }),
      },
      { nkey: seed.getPublicKey() },
    ],
  },
});
const depot = { user: 'depot', password: 'secret' };

describe('what a NATS server refuses', () => {
  const folder = useFolder();
  const own = useNatsServers();
  const sinks: Sink[] = [];
  let reader: StreamReader | undefined;
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
    await reader?.close();
    reader = undefined;
  });

  const start = (config: Record<string, unknown> = {}): Promise<NatsServer> =>
    own(startNatsServer({ folder: folder(), config }));
  async function read(server: NatsServer): Promise<StreamReader> {
    return (reader = await openStreamReader(server.url, { user: ADMIN.user, pass: ADMIN.password }));
  }
  async function connect(options: NatsSinkOptions): Promise<{ sink: Sink; status: SinkStatus }> {
    const sink = createTestNatsSink(options);
    sinks.push(sink);
    return { sink, status: await startNatsSink(sink) };
  }

  it('wrong credentials are refused with the fix, and the right ones are taken', async () => {
    const { url } = await start(accounts(undefined));
    for (const settings of [
      {},
      { user: 'depot', password: 'wrong' },
      { nkeySeed: text.decode(nkeys.createUser().getSeed()) },
    ]) {
      const { connected, reason } = await statusOf({ url, settings });
      expect(connected).to.equal(false);
      expect(reason).to.contain('refuses the sign-in').and.contain('set user and password, or nkeySeed');
    }
    expect((await statusOf({ url, settings: { nkeySeed: 'SUNOSEED' } })).reason).to.contain('nkeySeed is no seed');
    for (const settings of [depot, { nkeySeed: text.decode(seed.getSeed()) }]) {
      expect((await statusOf({ url, settings })).connected, JSON.stringify(settings)).to.equal(true);
    }
  });

  it('a test of the connection makes no stream, and reports that it is missing', async () => {
    const server = await start();
    const { connected, reason } = await statusOf({ url: server.url });
    expect(connected).to.equal(true);
    expect(reason).to.contain('the stream WAYPOST is missing');
    const { jsm } = await read(server);
    expect((await jsm.getAccountInfo()).streams).to.equal(0);
  });

  it('a missing stream that the account may not make is named with the command that makes it', async () => {
    const { url } = await start(accounts(['waypost.>', '$JS.API.STREAM.INFO.WAYPOST']));
    const { status } = await connect({ url, settings: { ...depot, replicas: 3 } });
    expect(status.connected).to.equal(false);
    expect(status.reason)
      .to.contain('may not make it')
      .and.contain('nats stream add WAYPOST --subjects=')
      .and.contain('--replicas=3');
  });

  it('more replicas than servers are refused with the setting', async () => {
    const { url } = await start();
    const { status } = await connect({ url, settings: { replicas: 3 } });
    expect(status.connected).to.equal(false);
    expect(status.reason).to.contain('set replicas');
  });

  it('a stream without the subjects of the uplink, or another stream that has them, is named', async () => {
    const server = await start();
    const { jsm } = await read(server);
    await jsm.streams.add({ name: 'OTHER', subjects: ['waypost.*.location.>'] });
    expect((await connect({ url: server.url })).status.reason).to.contain('another stream has its subjects');
    const { reason } = (await connect({ url: server.url, settings: { stream: 'OTHER' } })).status;
    expect(reason).to.contain('does not take waypost.north.alert.>').and.contain('nats stream edit OTHER');
  });

  it('a permission that is missing stops the uplink, and its subject is named', async () => {
    const rights = ['$JS.API.STREAM.INFO.WAYPOST', '$JS.API.STREAM.MSG.GET.WAYPOST', 'waypost.north.alert.>'];
    const server = await start(accounts(rights));
    await addStream((await read(server)).jsm, {});
    const { sink } = await connect({ url: server.url, settings: depot });
    const { results, pause } = await sink.send('history', recordsUpTo(3));
    expect(outcomesOf({ results })).to.deep.equal(['unknown', 'unknown', 'unknown']);
    expect(pause?.kind).to.equal('stop');
    expect(pause?.reason).to.contain('may not publish to waypost.north.location.bus');
    expect(sink.status().connected, 'its other subjects work').to.equal(true);
    await sink.send('live', [recordAt(1)]);
    await eventually('the refusal of newest locations arrives', () => !sink.lanes.includes('live'));
    expect(sink.status().reason).to.contain('waypost.north.live.>');
    await sink.send('alerts', [recordAt(9)]);
    const found = await sink.findRepeated?.('alerts', undefined, recordsUpTo(2));
    expect(found).to.have.nested.property('pause.kind', 'stop');
    expect(found).to.have.nested.property('pause.reason').that.contains('$JS.API.CONSUMER.CREATE');
  });

  it('a subject that is denied to a single device refuses the records of that device, also in a batch of their own', async () => {
    const rights = ['$JS.API.>', 'waypost.north.location.bus', 'waypost.north.live.>'];
    const server = await start(accounts(rights));
    await addStream((await read(server)).jsm, {});
    const { sink } = await connect({ url: server.url, settings: depot });
    const both = await sink.send('history', [recordAt(1), recordAt(2, 'van'), recordAt(3), recordAt(4, 'van')]);
    expect(outcomesOf(both)).to.deep.equal(['accepted', 'refused', 'accepted', 'refused']);
    expect(both.pause).to.equal(undefined);
    expect(reasonOf(both.results[1])).to.contain('may not publish to waypost.north.location.van');
    expect(outcomesOf(await sink.send('history', [recordAt(5, 'van')]))).to.deep.equal(['refused']);
    expect(sink.status().connected).to.equal(true);
  });

  it('the permissions of the documentation suffice to send and to read back', async () => {
    const page = readFileSync('src/uplinks/nats/nats.md', 'utf8');
    const [, list = ''] = /publish: \[(.*?)\]/s.exec(page) ?? [];
    const rights = [...list.matchAll(/"(.*?)"/g)].map(([, right = '']) => right);
    const server = await start(accounts(rights));
    await addStream((await read(server)).jsm, {});
    const { sink, status } = await connect({ url: server.url, settings: depot });
    expect(status).to.deep.include({ connected: true, reason: null });
    expect(outcomesOf(await sink.send('history', recordsUpTo(3)))).to.deep.equal(Array(3).fill('accepted'));
    expect(outcomesOf(await sink.send('live', [recordAt(3)]))).to.deep.equal(['accepted']);
    const repeated = new Set(recordsUpTo(3).map(({ id }) => id));
    expect(await sink.findRepeated?.('history', undefined, recordsUpTo(4))).to.deep.equal({ repeated });
    expect(sink.lanes).to.include('live');
  });

  it('a full stream waits, and takes the records once it has space', async () => {
    const server = await start();
    const { jsm } = await read(server);
    await addStream(jsm, { maxBytes: 20_000 });
    const { sink } = await connect({ url: server.url });
    const batch = recordsUpTo(200);
    const { results, pause } = await sink.send('history', batch);
    const taken = results.filter(({ outcome }) => outcome === 'accepted').length;
    expect(taken).to.be.within(10, 190);
    expect(pause).to.include({ kind: 'retry' });
    expect(pause?.reason).to.contain('the stream is full').and.contain('maximum bytes exceeded');
    expect(sink.status().connected).to.equal(true);
    await jsm.streams.update('WAYPOST', { max_bytes: 1_000_000 });
    expect(new Set(outcomesOf(await sink.send('history', batch.slice(taken))))).to.deep.equal(new Set(['accepted']));
    expect((await reader?.all())?.map(({ id }) => id)).to.deep.equal(batch.map(({ id }) => id));
  });

  it('a record that is too long is refused alone', async () => {
    const server = await start({ max_payload: 4_096 });
    await addStream((await read(server)).jsm, { maxMessageBytes: 2_048 });
    const { sink } = await connect({ url: server.url });
    const sent = await sink.send('history', [
      recordAt(1, 'van'),
      longRecord(2, 5_000),
      longRecord(3, 2_500),
      recordAt(4, 'van'),
    ]);
    expect(outcomesOf(sent)).to.deep.equal(['accepted', 'refused', 'refused', 'accepted']);
    expect(reasonOf(sent.results[1])).to.contain('max_payload');
    expect(reasonOf(sent.results[2])).to.contain('max-msg-size');
    expect(sent.pause).to.equal(undefined);
  });

  it('a server without JetStream is named', async () => {
    const { url } = await start({ jetstream: false });
    expect((await statusOf({ url })).reason).to.contain('start nats-server with -js');
  });

  it('a port without a server is named, unless another server of the url answers', async () => {
    const port = await freePort();
    expect((await statusOf({ url: `nats://127.0.0.1:${port}` })).reason).to.contain('nothing listens there');
    const url = `nats://127.0.0.1:${port},127.0.0.1:${(await start()).port}`;
    expect((await statusOf({ url })).connected, 'one of its servers answers').to.equal(true);
    expect((await statusOf({ url: 'nats://no-such-host.invalid' })).reason).to.match(/does not exist|DNS/);
  });
});
