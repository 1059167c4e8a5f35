import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kvm } from '@nats-io/kv';
import { expect } from 'chai';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { Sink } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt } from '../../support/store/records.js';
import { createTestNatsSink, startNatsSink } from '../../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers } from '../../support/uplinks/nats-server.js';
import { openStreamReader, type StreamReader } from '../../support/uplinks/nats-stream.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';

const PAGE = 'src/uplinks/nats/nats.md';
const MAX_LINES = 80;
/** It finds the packages from here. */
const FILE = fileURLToPath(new URL(`consumer-${process.pid}.mjs`, import.meta.url));

describe('the consumer of the documentation', () => {
  const folder = useFolder();
  const own = useNatsServers();
  const consumers: ChildProcess[] = [];
  const sinks: Sink[] = [];
  let reader: StreamReader | undefined;
  let output = '';
  before(() => {
    const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
    expect(code.split('\n').length).to.be.within(2, MAX_LINES);
    writeFileSync(FILE, code);
  });
  after(() => {
    rmSync(FILE, { force: true });
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map(end));
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
    await reader?.close();
  });

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  function run(url: string): ChildProcess {
    const child = spawn(process.execPath, [FILE], { env: { ...process.env, NATS_URL: url.replace('nats://', '') } });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    consumers.push(child);
    return child;
  }
  async function connect(url: string, gatewayId: string): Promise<Sink> {
    const sink = createTestNatsSink({ url, options: { gatewayId } });
    sinks.push(sink);
    await startNatsSink(sink);
    return sink;
  }

  it('the newest location of each device of all gateways is kept, with two instances and after kill -9', async () => {
    const { url } = await own(startNatsServer({ folder: folder() }));
    const look = (reader = await openStreamReader(url));
    const north = await connect(url, 'depot.north');
    const south = await connect(url, 'south');
    const from = (first: number, count: number, device: string, store: string): UplinkRecord[] =>
      Array.from({ length: count }, (_, n) => recordAt(first + n, device, store));
    const [A, B] = ['depot.north:abcdefgh', 'south:abcdefgh'];
    await north.send('history', [...from(1, 300, 'bus', A), ...from(301, 300, 'van:1', A)]);
    const first = run(url);
    run(url);
    const kv = await new Kvm(look.nc).create('last-locations');
    const last = async (key: string): Promise<Record<string, unknown> | undefined> =>
      (await kv.get(key))?.json<Record<string, unknown>>();
    const eventuallyIs = async (key: string, id: string): Promise<void> => {
      await eventually(`${key} is ${id}`, async () => (await last(key))?.id === id).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${output}`);
      });
    };
    await eventuallyIs('bus', `${A}:300`);
    await eventuallyIs('van=3a1', `${A}:600`);
    await end(first);
    // Older ones of another gateway, then newer ones.
    await south.send('history', from(100, 150, 'bus', B));
    await south.send('history', [
      ...from(700, 1, 'tram', B),
      { ...recordAt(701, 'van:1', B), future: true } as UplinkRecord,
    ]);
    run(url);
    await eventuallyIs('tram', `${B}:700`);
    await eventually('everything is acknowledged', async () => {
      const { num_pending, num_ack_pending } = await look.jsm.consumers.info('WAYPOST', 'last-locations');
      return num_pending + num_ack_pending === 0;
    });
    expect(await last('bus')).to.deep.equal({
      ...{ id: `${A}:300`, deviceId: 'bus', gateway: 'depot.north' },
      location: fixAt(300),
    });
    expect((await last('van=3a1'))?.id).to.equal(`${A}:600`);
    expect(output, 'neither of them has failed').to.equal('');
  });
});
