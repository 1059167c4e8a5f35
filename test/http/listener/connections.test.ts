import { expect } from 'chai';
import { DEFAULT_LIMITS } from '../../../src/http/listener/connection-limits.js';
import { NO_TIMEOUTS } from '../../support/api/no-timeouts.js';
import { useApp } from '../../support/gateway/app.js';
import { eventually } from '../../support/gateway/eventually.js';
import { exchange, openWire, statusesOf, type Wire } from '../../support/api/wire.js';

/** Many times what a request takes, also on a busy machine. */
const SHORT_TIMEOUTS = {
  headersTimeoutMs: 2_000,
  requestTimeoutMs: 2_500,
  checkIntervalMs: 50,
  keepAliveTimeoutMs: 200,
};

/** Opens `count` connections one after another. */
async function openMany(port: number, count: number, localAddress = '127.0.0.1'): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let i = 0; i < count; i++) wires.push(await openWire(port, { localAddress }));
  return wires;
}
const openOf = (wires: readonly Wire[]): Wire[] => wires.filter(({ socket }) => !socket.closed);
const closeAll = async (wires: readonly Wire[]): Promise<void> => {
  for (const { socket } of wires) socket.destroy();
  await Promise.all(wires.map(({ closed }) => closed));
};

describe('DEFAULT_LIMITS', () => {
  it('a connection that sends nothing or half a header ends within 10 s', () => {
    expect(DEFAULT_LIMITS.headersTimeoutMs + DEFAULT_LIMITS.checkIntervalMs).to.be.at.most(10_000);
  });
});

describe('a slow connection', () => {
  const app = useApp({ limits: { ...DEFAULT_LIMITS, ...SHORT_TIMEOUTS } });

  it('a connection that sends nothing is closed', async () => {
    expect(statusesOf(await exchange(app.port(), ''))).to.deep.equal([408]);
  });

  it('a connection whose headers never end is closed, even if they keep trickling in', async () => {
    const wire = await openWire(app.port());
    wire.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n');
    const trickle = setInterval(() => wire.socket.write('X-More: 1\r\n'), 20);
    const answer = await wire.closed;
    clearInterval(trickle);
    expect(statusesOf(answer)).to.deep.equal([408]);
  });

  it('a connection whose body never ends is closed', async () => {
    const wire = await openWire(app.port());
    wire.socket.write(
      'POST /api/Auth/Token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const trickle = setInterval(() => wire.socket.write(' '), 20);
    const answer = await wire.closed;
    clearInterval(trickle);
    expect(statusesOf(answer)).not.to.include(200);
  });

  it('a connection without another request is closed', async () => {
    const answer = await exchange(app.port(), 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(statusesOf(answer)).to.deep.equal([200]);
  });
});

describe('too many connections', () => {
  const app = useApp();

  it('1,000 idle or half-open connections from one address lock out no client', async () => {
    const idle = await openMany(app.port(), 1000);
    for (const { socket } of idle.slice(500)) socket.write('GET / HTTP/1.1\r\nX-');
    expect((await app.call('GET', '/api/devices')).status).to.equal(200);
    expect(statusesOf(await exchange(app.port(), 'GET /api/health HTTP/1.0\r\n\r\n'))).to.deep.equal([200]);
    await eventually('half of them are closed', () => openOf(idle).length <= DEFAULT_LIMITS.connectionsPerAddress);
    await closeAll(idle);
  });

  it('an address with few connections is served while others open too many', async () => {
    const own = await openWire(app.port(), { localAddress: '127.0.0.9' });
    const idle: Wire[] = [];
    for (const host of [2, 3, 4]) idle.push(...(await openMany(app.port(), 250, `127.0.0.${host}`)));
    await eventually('the total is within the limit', () => openOf(idle).length <= DEFAULT_LIMITS.connections);
    expect(own.socket.closed).to.equal(false);
    own.socket.write('GET /api/health HTTP/1.0\r\n\r\n');
    expect(statusesOf(await own.closed)).to.deep.equal([200]);
    await closeAll(idle);
  });
});

describe('the limit per address', () => {
  const app = useApp({ limits: { ...DEFAULT_LIMITS, connections: 6, connectionsPerAddress: 3 } });

  it('the longest unused connection of the address is closed, not the last used one', async () => {
    const [first, second, third] = await openMany(app.port(), 3, '127.0.0.7');
    first?.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually('the first is answered', () => first?.received().includes('success') === true);
    const fourth = await openWire(app.port(), { localAddress: '127.0.0.7' });
    await second?.closed;
    expect([first, third, fourth].map((wire) => wire?.socket.closed)).to.deep.equal([false, false, false]);
    await closeAll([first, third, fourth].filter((wire) => wire !== undefined));
  });
});

describe('answers that are held', () => {
  const app = useApp({ limits: { ...DEFAULT_LIMITS, connections: 6, connectionsPerAddress: 4 } });

  /** Connections that ask for a large file and read nothing. */
  async function holdAnswers(count: number, localAddress: string): Promise<Wire[]> {
    const wires = await openMany(app.port(), count, localAddress);
    for (const { socket } of wires) {
      socket.pause();
      socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4));
    }
    return wires;
  }
  const health = (localAddress: string): Promise<string> =>
    exchange(app.port(), 'GET /api/health HTTP/1.0\r\n\r\n', { localAddress });

  it('a connection whose answer is not read gives way to another address, and to its own', async () => {
    const held = [...(await holdAnswers(3, '127.0.0.2')), ...(await holdAnswers(3, '127.0.0.3'))];
    for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.2']) {
      await eventually(`${address} is served`, async () => statusesOf(await health(address))[0] === 200);
    }
    await closeAll(held);
  });

  /** Event streams of the administrator, which end only with their connections. */
  async function openStreams(count: number, localAddress: string): Promise<Wire[]> {
    const streams: Wire[] = [];
    for (let i = 0; i < count; i++) {
      const wire = await openWire(app.port(), { localAddress });
      wire.socket.write(
        `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.admin().token}\r\n\r\n`,
      );
      await eventually('it is open', () => wire.received().includes('retry:'));
      streams.push(wire);
    }
    return streams;
  }

  it('requests that wait for a result give way to an address with fewer connections only', async () => {
    const streams = await openStreams(4, '127.0.0.2');
    expect(statusesOf(await health('127.0.0.2'))).to.deep.equal([]);
    const others = await openStreams(2, '127.0.0.3');
    expect(statusesOf(await health('127.0.0.4'))).to.deep.equal([200]);
    await eventually('the first stream has ended', () => streams[0]?.socket.closed === true);
    await closeAll([...streams, ...others]);
  });

  it('the connections of strangers give way before those of users, whatever address has the most', async () => {
    const streams = await openStreams(4, '127.0.0.2');
    const strangers = await openMany(app.port(), 2, '127.0.0.3');
    for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.6'])
      expect(statusesOf(await health(address))).to.deep.equal([200]);
    await strangers[0]?.closed;
    expect(openOf(streams)).to.have.lengthOf(4);
    await closeAll([...streams, ...strangers]);
  });
});

describe('the stop of the server', () => {
  // A stop that waits for a time takes longer than the test may.
  const app = useApp({ limits: NO_TIMEOUTS });

  it('a stop waits for no connection without a request in progress', async () => {
    const [silent, half, kept] = await openMany(app.port(), 3);
    half?.socket.write('GET /api/health HTT');
    kept?.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually('one is answered', () => kept?.received().includes('success') === true);
    await app.change([]);
    for (const wire of [silent, half, kept]) await wire?.closed;
    expect(statusesOf(kept?.received() ?? '')).to.deep.equal([200]);
  });
});
