import { expect } from 'chai';
import type { Protocol } from '../../../src/protocols/protocol.js';
import { eventually } from '../../support/gateway/eventually.js';
import { STORED } from '../../support/serial/listener-bench.js';
import { useTcpListener } from '../../support/serial/use-tcp-listener.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';

describe('the limits of a TCP listener', () => {
  const tcp = useTcpListener();
  const { open, connect, connections } = tcp;

  it('a connection without a byte, without a frame, or silent after one is closed with its reason', async () => {
    await open({ limits: { firstByteMs: 150, firstFrameMs: 300, silenceMs: 150 } });
    const mute = connect();
    const babbling = connect();
    babbling.socket.write('no line end');
    const silent = connect();
    silent.socket.write('1 A\n');
    await eventually('all are closed', () => [mute, babbling, silent].every(({ isClosed }) => isClosed()));
    expect(tcp.bench.status().listener.refused).to.deep.equal({ no_data: 1, no_frame: 1, silent: 1 });
    expect(connections()).to.equal(0);
  });

  it('rejected lines are no frames: a connection that sends nothing else is closed', async () => {
    await open({ limits: { firstFrameMs: 150 } });
    const tracker = connect();
    tracker.socket.write('nonsense\n');
    await eventually('it is closed', tracker.isClosed);
    expect(tcp.bench.refused('no_frame')).to.equal(1);
  });

  it('a connection that sends only noise is closed and counted', async () => {
    await open({ limits: { noiseBytes: 8_192 } });
    const tracker = connect();
    tracker.socket.write(Buffer.alloc(16_384, 'x'));
    await eventually('it is closed', tracker.isClosed);
    expect(tcp.bench.refused('noise')).to.equal(1);
  });

  it('when full, the oldest connection without a frame gives way, and one with a frame never does', async () => {
    await open({ config: { maxConnections: 2 } });
    const tracker = connect();
    tracker.socket.write('1 A\n');
    await eventually('the tracker is served', () => tracker.text() !== '');
    const idle = connect();
    await eventually('both are open', () => connections() === 2);
    const second = connect();
    await eventually('the idle one is closed', idle.isClosed);
    second.socket.write('1 B\n');
    await eventually('the newer one is served', () => second.text() !== '');
    const third = connect();
    await eventually('the third is refused', third.isClosed);
    expect(tcp.bench.status().listener.refused).to.deep.equal({ gave_way: 1, connection_limit: 1 });
    expect([tracker.isClosed(), second.isClosed()]).to.deep.equal([false, false]);
  });

  it('one address has at most its share of the connections', async () => {
    await open({ limits: { connectionsPerAddress: 2 } });
    const own = [connect('127.0.0.2'), connect('127.0.0.2')];
    for (const [index, { socket }] of own.entries()) socket.write(`1 A${index}\n`);
    await eventually('both are served', () => own.every(({ text }) => text() !== ''));
    const third = connect('127.0.0.2');
    await eventually('the third is refused', third.isClosed);
    expect(tcp.bench.refused('address_limit')).to.equal(1);
    const other = connect('127.0.0.3');
    other.socket.write('1 B\n');
    await eventually('another address is served', () => other.text() !== '');
  });

  it('10,000 connections of one address leave 64, and another tracker is served', async () => {
    await open();
    const accepted = (): number => connections() + tcp.bench.refused('gave_way');
    // Not all at once: the kernel's queue of new connections is 511 long, and beyond it they are a second late.
    for (let round = 1; round <= 100; round += 1) {
      for (let n = 0; n < 100; n += 1) connect('127.0.0.2');
      await eventually('all are accepted', () => accepted() >= round * 100);
    }
    const { refused } = tcp.bench.status().listener;
    await eventually('the others are closed', () => connections() === 64);
    await eventually('each is counted', () => tcp.bench.refused('gave_way') === 9_936);
    expect(Object.keys(refused)).to.deep.equal(['gave_way']);
    const tracker = connect();
    tracker.socket.write('1 A\n');
    await eventually('it is served', () => tracker.text() !== '');
  });

  it('a tracker that does not read its replies is closed', async () => {
    const base = testProtocol();
    const protocol: Protocol = {
      ...base,
      open: (...context) => ({ ...base.open(...context), reply: () => 'x'.repeat(16_000) }),
    };
    await open({ protocol });
    const tracker = connect();
    tracker.socket.pause();
    // More than the kernel takes for a peer that does not read.
    tracker.socket.write('1 A\n'.repeat(2_000));
    await eventually('it is counted', () => tcp.bench.refused('not_reading') === 1);
    await eventually('the connection is gone', () => connections() === 0);
  });

  it('the connection that holds the most of an incomplete frame gives way beyond the bound', async () => {
    await open({ limits: { partialBytes: 300 } });
    const large = connect();
    large.socket.write('x'.repeat(200));
    const small = connect();
    small.socket.write('x'.repeat(90));
    await eventually('both are held', () => tcp.bench.status().counters.bytes === 290);
    small.socket.write('x'.repeat(20));
    await eventually('the largest is closed', large.isClosed);
    expect(tcp.bench.refused('bytes_limit')).to.equal(1);
    expect(small.isClosed()).to.equal(false);
  });

  it('no connection is read while too many bytes wait for the store', async () => {
    await open({ limits: { unsettledBytes: 1_000 } });
    const settles: (() => void)[] = [];
    tcp.bench.world.receive = () =>
      new Promise((resolve) =>
        settles.push(() => {
          resolve(STORED);
        }),
      );
    const first = connect();
    first.socket.write('1 A\n'.repeat(300));
    await eventually('the reports wait', () => tcp.bench.reports.length >= 250);
    const waiting = tcp.bench.reports.length;
    const second = connect();
    second.socket.write('1 B\n');
    await eventually('one chunk of the other is read', () => tcp.bench.reports.length === waiting + 1);
    second.socket.write('2 B\n');
    const third = connect();
    third.socket.write('1 C\n');
    await eventually('one chunk of the third is read', () => tcp.bench.reports.length === waiting + 2);
    expect(tcp.bench.reports.filter(({ deviceId }) => deviceId === 'B')).to.have.length(1);
    tcp.bench.world.receive = () => Promise.resolve(STORED);
    for (const settle of settles) settle();
    await eventually('everything is read', () => second.text() === '1 1\n2 1\n');
  });
});
