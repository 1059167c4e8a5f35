import { expect } from 'chai';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { LaneMark, Sink } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestNatsSink, startNatsSink } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers } from '../../support/uplinks/nats-server.js';
import { addStream, openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';
import { startTcpProxy, type TcpProxy } from '../../support/uplinks/tcp-proxy.js';

const DEVICES = ['bus', 'van', 'tram'];
const RECORDS = 3_000;
const BATCH = 300;

const recordsFrom = (from: number): UplinkRecord[] =>
  Array.from({ length: BATCH }, (_, index) => recordAt(from + index, DEVICES[(from + index) % DEVICES.length] ?? ''));

/** Sends what is not taken again and again, as a forwarder does: after each new connection it asks what is there. */
async function forward(sink: Sink, fault: (batch: number) => void): Promise<number> {
  let mark: LaneMark | undefined = 0;
  let cuts = 0;
  let batches = 0;
  for (let from = 1; from <= RECORDS; from += BATCH) {
    let missing = recordsFrom(from);
    for (let mustAsk = false; missing.length > 0;) {
      await eventually('the sink is connected', () => sink.status().connected);
      if (mustAsk) {
        const found = await sink.findRepeated?.('history', mark, missing);
        if (found === undefined || 'pause' in found) continue;
        missing = missing.filter(({ id }) => !found.repeated.has(id));
      }
      if (!mustAsk) fault((batches += 1));
      const { results } = await sink.send('history', missing);
      missing = missing.filter((_, index) => results[index]?.outcome === 'unknown');
      mustAsk = missing.length > 0;
      if (mustAsk) cuts += 1;
    }
    mark = sink.mark?.('history');
  }
  return cuts;
}

describe('a NATS uplink whose connection is cut within a window', () => {
  const folder = useFolder();
  const own = useNatsServers();
  let [reader, proxy, sink]: [StreamReader?, TcpProxy?, Sink?] = [];
  afterEach(async () => {
    await sink?.stop();
    await proxy?.close();
    await reader?.close();
  });

  for (const [title, fault] of [
    ['publishes are lost', (to: TcpProxy) => to.cutAfter],
    ['acknowledgements are lost', (to: TcpProxy) => to.muteAnswers],
  ] as const) {
    it(`each record is in the stream once, those of a device in order, although ${title}`, async () => {
      const server = await own(startNatsServer({ folder: folder() }));
      reader = await openStreamReader(server.url);
      // A window that is over before the next connection: the server itself recognizes no repeat.
      await addStream(reader.jsm, { duplicateMs: 100 });
      const cutter = (proxy = await startTcpProxy(server.port));
      sink = createTestNatsSink({ url: cutter.url });
      await startNatsSink(sink);
      const cuts = await forward(sink, (batch) => {
        // Three batches of four, at another place each time.
        if (batch % 4 !== 0) fault(cutter)(7_000 * batch);
      });
      expect(cuts).to.be.at.least(6);
      const stored = await reader.all();
      expect(stored).to.have.lengthOf(RECORDS);
      expect(new Set(stored.map(({ id }) => id)).size).to.equal(RECORDS);
      for (const device of DEVICES) {
        const numbers = stored.filter(({ record }) => record.deviceId === device).map(({ record }) => record.n);
        expect(numbers, device).to.deep.equal(numbers.toSorted((a, b) => a - b));
      }
    });
  }

  it('a newest location without an answer is unknown once the connection is cut, and the sink stops', async () => {
    const server = await own(startNatsServer({ folder: folder() }));
    reader = await openStreamReader(server.url);
    const cutter = (proxy = await startTcpProxy(server.port));
    sink = createTestNatsSink({ url: cutter.url });
    await startNatsSink(sink);
    cutter.muteAnswers(1);
    const { results, pause } = await sink.send('live', [recordAt(1)]);
    expect(results).to.deep.equal([{ outcome: 'unknown' }]);
    expect(pause).to.include({ kind: 'retry' });
    await sink.stop();
  });
});
