import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import { failure, success } from '../../../src/errors.js';
import { taip } from '../../../src/protocols/taip/index.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import { eventually } from '../../support/gateway/eventually.js';
import { openListener, STORED } from '../../support/serial/listener-bench.js';
import { useTcpListener } from '../../support/serial/use-tcp-listener.js';

describe('a TCP listener', () => {
  const tcp = useTcpListener();
  const { open, connect, connections } = tcp;

  it('a report is stored under the path of the listener and then acknowledged', async () => {
    await open();
    const tracker = connect();
    tracker.socket.write('17 A\n');
    await eventually('the reply arrives', () => tracker.text() === '17 1\n');
    expect(tcp.bench.reports).to.have.length(1);
    expect(tcp.bench.reports[0]).to.deep.include({
      deviceId: 'A',
      source: { protocol: 'test', port: `tcp-listen://127.0.0.1:${tcp.bench.port}` },
      bound: false,
    });
    const { counters, lastFrameAt, ...row } = tcp.bench.status();
    expect(counters).to.include({ bytes: 5, frames: 1, discardedBytes: 0 });
    expect(lastFrameAt).to.be.a('string');
    expect(row).to.deep.include({
      by: [],
      state: 'open',
      reason: null,
      protocol: 'test',
      baudRate: null,
      deviceId: null,
    });
    expect(row.listener).to.deep.equal({ connections: 1, maxConnections: 2_048, refused: {}, conflicts: 0 });
  });

  it('a protocol with a greeting greets each connection', async () => {
    await open({ protocol: wpt });
    const tracker = connect();
    await eventually('it is greeted', () => tracker.text().startsWith('$PWPT,IDN'));
  });

  it('a numbered TAIP report is acknowledged once it is stored, and not if it is refused', async () => {
    await open({ protocol: taip });
    const tracker = connect();
    const report = '>RGP211126080001-3457215-05849364010090303F00300;ID=8311;';
    tcp.bench.world.receive = () => Promise.resolve(failure('no_license', 'all licenses are used'));
    tracker.socket.write(`${report}#2121<`);
    await eventually('it is refused', () => tcp.bench.status().counters.rejected === 1);
    tcp.bench.world.receive = () => Promise.resolve(STORED);
    tracker.socket.write(`${report}#2122<`);
    await eventually('the reply arrives', () => tracker.text() !== '');
    expect(tracker.text()).to.equal('>ACK;ID=8311;#2122;*7D<');
  });

  it('no reply is sent before the store has the record', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    tcp.bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const tracker = connect();
    tracker.socket.write('1 A\n');
    await eventually('the report is submitted', () => tcp.bench.reports.length === 1);
    const second = connect();
    second.socket.write('bad\n');
    await eventually('the other connection is served', () => second.text() !== '');
    expect(tracker.text()).to.equal('');
    settle(STORED);
    await eventually('the reply arrives', () => tracker.text() === '1 1\n');
  });

  it('a tracker that closes its side after the report still gets the reply', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    tcp.bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const tracker = connect();
    tracker.socket.end('1 A\n');
    await eventually('the report is submitted', () => tcp.bench.reports.length === 1);
    settle(STORED);
    await eventually('the connection is closed', tracker.isClosed);
    expect(tracker.text()).to.equal('1 1\n');
  });

  it('the counters of closed connections stay in the row', async () => {
    await open();
    for (const id of ['A', 'B', 'C']) {
      const tracker = connect();
      tracker.socket.end(`1 ${id}\n`);
      await eventually('it is closed', () => tracker.isClosed() && connections() === 0);
    }
    for (const { counters } of [tcp.bench.status(), tcp.bench.status()]) {
      expect(counters).to.include({ bytes: 12, frames: 3 });
      expect(counters.framesBy).to.include({ records: 3 });
    }
  });

  it('a peer outside allow is closed at once and counted', async () => {
    await open({ config: { allow: ['127.0.0.2/32'] } });
    const stranger = connect('127.0.0.3');
    await eventually('the stranger is closed', stranger.isClosed);
    expect(tcp.bench.refused('outside_allow')).to.equal(1);
    const tracker = connect('127.0.0.2');
    tracker.socket.write('1 A\n');
    await eventually('the tracker is served', () => tracker.text() === '1 1\n');
  });

  it('a stop settles and acknowledges what was received', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    tcp.bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const tracker = connect();
    tracker.socket.write('7 A\n');
    await eventually('the report is submitted', () => tcp.bench.reports.length === 1);
    const stopped = tcp.bench.stop();
    settle(success({ accepted: 1, duplicates: 0 }));
    await stopped;
    await eventually('the connection is closed', tracker.isClosed);
    expect(tracker.text()).to.equal('7 1\n');
  });

  it('a record without a device id is refused and counted', async () => {
    await open();
    const tracker = connect();
    tracker.socket.write('17\n');
    await eventually('the reply arrives', () => tracker.text() === '17 not_found\n');
    expect(tcp.bench.refused('no_device_id')).to.equal(1);
    expect(tcp.bench.reports).to.have.length(0);
  });

  it('an id that reports from two addresses is stored from both, and the row names both', async () => {
    await open();
    const one = connect('127.0.0.2');
    one.socket.write('1 A\n');
    await eventually('it is stored', () => one.text() !== '');
    const other = connect('127.0.0.3');
    other.socket.write('2 A\n');
    await eventually('it is stored too', () => other.text() !== '');
    expect(tcp.bench.reports).to.have.length(2);
    expect(tcp.bench.status().listener.conflicts).to.equal(1);
    expect(tcp.bench.status().reason).to.contain('device A reports from 127.0.0.2 and 127.0.0.3');
  });

  it('another connection from the same address is no conflict', async () => {
    await open();
    for (const ref of [1, 2]) {
      const tracker = connect();
      tracker.socket.end(`${ref} A\n`);
      await eventually('it is stored', tracker.isClosed);
    }
    expect(tcp.bench.status().listener.conflicts).to.equal(0);
  });

  it('the pages of connections have each one once', async () => {
    await open();
    const all = Array.from({ length: 5 }, () => connect());
    for (const [index, { socket }] of all.entries()) socket.write(`1 T${index}\n`);
    await eventually('all are served', () => all.every(({ text }) => text() !== ''));
    const first = tcp.bench.listeners.connections(tcp.bench.path, { after: 0, limit: 3 });
    if (!first.ok) throw new Error(first.message);
    expect(first.value.connections).to.have.length(3);
    const rest = tcp.bench.listeners.connections(tcp.bench.path, { after: Number(first.value.next), limit: 3 });
    if (!rest.ok) throw new Error(rest.message);
    expect(rest.value.next).to.equal(undefined);
    const ids = [...first.value.connections, ...rest.value.connections].map(({ deviceId }) => deviceId);
    expect(ids.sort()).to.deep.equal(['T0', 'T1', 'T2', 'T3', 'T4']);
    expect(first.value.connections[0]).to.deep.include({ protocol: 'test' });
    expect(first.value.connections[0]?.counters).to.include({ bytes: 5, frames: 1 });
  });

  it('an address in use is an error with the fix, and is opened once it is free', async () => {
    const other = await openListener();
    await open({ port: other.port, awaitsOpen: false });
    await eventually('it is an error', () => tcp.bench.status().state === 'error');
    expect(tcp.bench.status().reason).to.match(
      /^tcp-listen:\S+: port \d+ is in use by another program \(.*\): stop it/,
    );
    await other.stop();
    await eventually('it is open', () => tcp.bench.status().state === 'open');
    expect(tcp.bench.status().reason).to.equal(null);
  });

  it('an address of another machine is an error with the fix', async () => {
    await open({ config: { host: '192.0.2.1' }, awaitsOpen: false });
    await eventually('it is an error', () => tcp.bench.status().state === 'error');
    expect(tcp.bench.status().reason).to.contain('192.0.2.1 is not an address of this machine: correct host');
  });

  it('the monitor shows the lines of each connection whole, with their outcome', async () => {
    await open();
    const lines: PortLine[] = [];
    const monitored = tcp.bench.listeners.monitor(tcp.bench.path, (line) => lines.push(line));
    const [one, other] = [connect(), connect()];
    one.socket.write('1 first-');
    await eventually('half a line is there', () => tcp.bench.status().counters.bytes === 8);
    other.socket.write('1 other\n');
    await eventually('the other one is served', () => other.text() !== '');
    one.socket.write('half\n');
    await eventually('the first one is served', () => one.text() !== '');
    const texts = lines.flatMap((line) => (line.kind === 'received' ? [line.text] : []));
    expect(texts).to.deep.equal(['1 other', '1 first-half']);
    const decoded = lines.flatMap((line) => (line.kind === 'decoded' ? [[line.deviceId, line.outcome]] : []));
    expect(decoded).to.deep.equal([
      ['other', 'stored'],
      ['first-half', 'stored'],
    ]);
    if (monitored.ok) monitored.value();
    one.socket.write('2 first-half\n');
    await eventually('it is served', () => one.text() === '1 1\n2 1\n');
    expect(lines.filter(({ kind }) => kind === 'decoded')).to.have.length(2);
  });

  it('a listener is not offered for provisioning', async () => {
    await open();
    const holder = { onOpen: () => undefined, onData: () => undefined, onClose: () => undefined };
    const lease = tcp.bench.listeners.acquireLease(tcp.bench.path, 'test', holder);
    expect(lease).to.include({ ok: false, code: 'conflict' });
  });
});
