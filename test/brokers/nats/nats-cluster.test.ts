import { expect } from 'chai';
import type { LaneMark, Sink } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestNatsSink } from '../../support/uplinks/nats-sink.js';
import { startNatsCluster, urlOf, type NatsServer } from '../../support/uplinks/nats-server.js';
import { openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';

const DEVICES = ['bus', 'van', 'tram'];
const BATCH = 200;
const BATCHES = 40;

describe('the NATS uplink to a cluster of three servers', () => {
  const folder = useFolder();
  let servers: readonly NatsServer[] = [];
  let sink: Sink | undefined;
  let reader: StreamReader | undefined;
  afterEach(async () => {
    await sink?.stop();
    await reader?.close();
    await Promise.all(servers.map((server) => server.kill()));
  });

  /** Sends a batch until all of it is acknowledged, as a forwarder does; resolves with the mark of its end. */
  async function deliver(to: Sink, from: number, mark: LaneMark | undefined): Promise<LaneMark | undefined> {
    let missing = Array.from({ length: BATCH }, (_, n) => recordAt(from + n, DEVICES[n % DEVICES.length]));
    for (let mustAsk = false; missing.length > 0; mustAsk = true) {
      await eventually('the sink is connected', () => to.status().connected);
      if (mustAsk) {
        const found = await to.findRepeated?.('history', mark, missing);
        if (found === undefined || 'pause' in found) continue;
        missing = missing.filter(({ id }) => !found.repeated.has(id));
      }
      const { results } = await to.send('history', missing);
      missing = missing.filter((_, index) => results[index]?.outcome === 'unknown');
    }
    return to.mark?.('history');
  }

  async function inSync({ jsm }: StreamReader): Promise<boolean> {
    const info = await jsm.streams.info('WAYPOST').catch(() => undefined);
    const replicas = info?.cluster?.replicas ?? [];
    return replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline);
  }

  it('nothing that was acknowledged is missing, and nothing is doubled, while one server after the other is killed', async () => {
    const cluster = (servers = await startNatsCluster(folder()));
    const to = (sink = createTestNatsSink({ url: urlOf(cluster), settings: { replicas: 3 } }));
    // A cluster that has just been started has no leader yet: the uplink tries again.
    to.start(() => undefined);
    await eventually('the stream is made', () => to.status().connected);
    const readOptions = { maxReconnectAttempts: -1, reconnectTimeWait: 200 };
    const look = (reader = await openStreamReader(urlOf(cluster), readOptions));
    expect((await look.jsm.streams.info('WAYPOST')).config.num_replicas).to.equal(3);
    let mark: LaneMark | undefined = 0;
    const faults: Promise<void>[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      // In the middle of the batch: it is not waited for.
      if (batch === 5) faults.push(cluster[0]?.kill() ?? Promise.resolve());
      if (batch === 15) await cluster[0]?.start();
      if (batch === 20) await eventually('the server has caught up', () => inSync(look));
      if (batch === 25) faults.push(cluster[1]?.kill() ?? Promise.resolve());
      mark = await deliver(to, batch * BATCH + 1, mark);
    }
    await Promise.all(faults);
    let stored: readonly number[] = [];
    // A cluster that has lost a server may choose it to read from, until it has noticed; such a read takes 20 s.
    await eventually('the stream can be read', async () => {
      stored = await look.all().then(
        (all) => all.map(({ record }) => record.n),
        () => [],
      );
      return stored.length > 0;
    });
    expect(stored).to.have.lengthOf(BATCH * BATCHES);
    expect(new Set(stored).size).to.equal(BATCH * BATCHES);
  });
});
