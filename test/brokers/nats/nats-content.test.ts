import { expect } from 'chai';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { Sink } from '../../../src/uplinks/sink.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestNatsSink, startNatsSink, type NatsSinkOptions } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers, type NatsServer } from '../../support/uplinks/nats-server.js';
import { addStream, openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { recordAt, STORE } from '../../support/uplinks/rest-sink.js';
import { outcomesOf } from '../../support/uplinks/scripted-server.js';

/** Another record under the id of the one with this number. */
const otherAt = (n: number): UplinkRecord => Object.assign(recordAt(n + 1_000), { id: recordAt(n).id, n });

describe('records of a stream that have the ids of others', () => {
  const folder = useFolder();
  const own = useNatsServers();
  const sinks: Sink[] = [];
  let server: NatsServer;
  let reader: StreamReader;
  beforeEach(async () => {
    server = await own(startNatsServer({ folder: folder() }));
    reader = await openStreamReader(server.url);
  });
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
    await reader.close();
  });

  async function connect(options: NatsSinkOptions['options'] = {}): Promise<Sink> {
    const sink = createTestNatsSink({ url: server.url, options });
    sinks.push(sink);
    await startNatsSink(sink);
    return sink;
  }
  /** As a version before digests did. */
  const publish = (record: UplinkRecord): Promise<unknown> =>
    reader.jsm
      .jetstream()
      .publish(`waypost.north.location.${record.deviceId}`, JSON.stringify(record), { msgID: record.id });

  it('what the server drops by its id is compared: another content stops the uplink with its number', async () => {
    const sink = await connect();
    await sink.send('history', [recordAt(1), recordAt(2)]);
    const { results, pause } = await sink.send('history', [recordAt(1), otherAt(2), recordAt(3)]);
    expect(outcomesOf({ results })[0]).to.equal('repeated');
    expect(outcomesOf({ results })[1]).to.equal('unknown');
    expect(pause).to.deep.include({ kind: 'stop', conflict: 2 });
    expect(pause?.reason).to.include(`another record with the id ${STORE}:2 is in the stream WAYPOST already`);
  });

  it('what is behind the mark is compared, also what an earlier version stored without a digest', async () => {
    await addStream(reader.jsm, { duplicateMs: 100 });
    for (const record of [recordAt(1), otherAt(2)]) await publish(record);
    const sink = await connect();
    await sink.send('history', [recordAt(3)]);
    expect(await sink.findRepeated?.('history', 0, [recordAt(1)])).to.deep.equal({ repeated: new Set([`${STORE}:1`]) });
    expect(sink.mayFollow?.('history')).to.equal(true);
    const found = await sink.findRepeated?.('history', 1, [recordAt(2), recordAt(3)]);
    expect(found).to.have.deep.nested.property('pause.conflict', 2);
  });

  it('a record of the other lane under the same id is a conflict, too', async () => {
    await (await connect()).send('history', [recordAt(1)]);
    const sink = await connect();
    const alert = { ...recordAt(1), kind: 'alert', alert: { dateTime: '2026-11-21T00:00:00.000Z', alerts: ['SOS'] } };
    const found = await sink.findRepeated?.('alerts', undefined, [alert as unknown as UplinkRecord]);
    expect(found).to.have.deep.nested.property('pause.conflict', 1);
  });

  it('a record that is there under an id which this store does not give is a repeat', async () => {
    const renamed = 'north:ijklmnop';
    await (await connect()).send('history', [recordAt(1, 'bus', renamed)]);
    const sink = await connect({ knowsStore: (store) => store === STORE });
    const found = await sink.findRepeated?.('history', undefined, [recordAt(1), recordAt(2)]);
    expect(found).to.deep.equal({ repeated: new Set([`${STORE}:1`]) });
  });

  it('a record of another gateway whose id is used twice is refused alone', async () => {
    const foreign = 'south:ijklmnop';
    const sink = await connect();
    await sink.send('history', [recordAt(1, 'bus', foreign)]);
    const twice = Object.assign(otherAt(1), { id: `${foreign}:1` });
    const { results, pause } = await sink.send('history', [twice, recordAt(2)]);
    expect(outcomesOf({ results })).to.deep.equal(['refused', 'accepted']);
    expect(pause).to.equal(undefined);
  });

  it('a record that was deleted from the stream is not taken for one that is there', async () => {
    const sink = await connect();
    await sink.send('history', [recordAt(1)]);
    await reader.jsm.streams.deleteMessage('WAYPOST', 1);
    const { results, pause } = await sink.send('history', [recordAt(1)]);
    expect(outcomesOf({ results })).to.deep.equal(['unknown']);
    expect(pause).to.deep.include({ kind: 'retry' });
    expect(pause?.reason).to.include('still knows the id of a record');
  });
});
