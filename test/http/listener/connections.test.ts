import { expect } from 'chai';
import { DEFAULT_LIMITS } from '../../../src/http/listener/connection-limits.js';
import { useApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { exchange, openWire, statusesOf, type Wire } from '../../support/wire.js';

const shortTimes = { headersTimeoutMs: 400, requestTimeoutMs: 800, checkIntervalMs: 50, keepAliveTimeoutMs: 200 };

/** `many` connections, opened one after the other. */
async function openMany(port: number, many: number, localAddress = '127.0.0.1'): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let i = 0; i < many; i++) wires.push(await openWire(port, { localAddress }));
  return wires;
}
const openOf = (wires: readonly Wire[]): Wire[] => wires.filter(({ socket }) => !socket.closed);
const hangUp = async (wires: readonly Wire[]): Promise<void> => {
  for (const { socket } of wires) socket.destroy();
  await Promise.all(wires.map(({ closed }) => closed));
};

describe('the usual limits', () => {
  it('end a connection that sends nothing, or half a header, within 10 s', () => {
    expect(DEFAULT_LIMITS.headersTimeoutMs + DEFAULT_LIMITS.checkIntervalMs).to.be.at.most(10_000);
  });
});

describe('a connection that is slow', () => {
  const app = useApp({ limits: { ...DEFAULT_LIMITS, ...shortTimes } });

  it('is ended when it sends nothing', async () => {
    expect(statusesOf(await exchange(app.port(), ''))).to.deep.equal([408]);
  });

  it('is ended when its header does not come to an end, however steadily it trickles in', async () => {
    const wire = await openWire(app.port());
    wire.socket.write('GET /api/health HTTP/1.1\r\nHost: depot\r\n');
    const trickle = setInterval(() => wire.socket.write('X-More: 1\r\n'), 20);
    const answer = await wire.closed;
    clearInterval(trickle);
    expect(statusesOf(answer)).to.deep.equal([408]);
  });

  it('is ended when its body does not come to an end', async () => {
    const wire = await openWire(app.port());
    wire.socket.write(
      'POST /api/Auth/Token HTTP/1.1\r\nHost: depot\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const trickle = setInterval(() => wire.socket.write(' '), 20);
    const answer = await wire.closed;
    clearInterval(trickle);
    expect(statusesOf(answer)).not.to.include(200);
  });

  it('is ended when no other request follows', async () => {
    const answer = await exchange(app.port(), 'GET /api/health HTTP/1.1\r\nHost: depot\r\n\r\n');
    expect(statusesOf(answer)).to.deep.equal([200]);
  });
});

describe('connections without number', () => {
  const app = useApp();

  it('from one address: 1,000 that send nothing, or half a header, shut nobody out', async () => {
    const idle = await openMany(app.port(), 1000);
    for (const { socket } of idle.slice(500)) socket.write('GET / HTTP/1.1\r\nX-');
    expect((await app.call('GET', '/api/devices')).status).to.equal(200);
    expect(statusesOf(await exchange(app.port(), 'GET /api/health HTTP/1.0\r\n\r\n'))).to.deep.equal([200]);
    await eventually('half of them are gone', () => openOf(idle).length <= DEFAULT_LIMITS.connectionsPerAddress);
    await hangUp(idle);
  });

  it('from several addresses: service goes on for the one that has few', async () => {
    const own = await openWire(app.port(), { localAddress: '127.0.0.9' });
    const idle: Wire[] = [];
    for (const host of [2, 3, 4]) idle.push(...(await openMany(app.port(), 450, `127.0.0.${host}`)));
    await eventually('the total is kept', () => openOf(idle).length <= DEFAULT_LIMITS.connections);
    expect(own.socket.closed).to.equal(false);
    own.socket.write('GET /api/health HTTP/1.0\r\n\r\n');
    expect(statusesOf(await own.closed)).to.deep.equal([200]);
    await hangUp(idle);
  });
});

describe('where there is no room', () => {
  const app = useApp({ limits: { ...DEFAULT_LIMITS, connections: 6, connectionsPerAddress: 3 } });

  it('the longest unused connection of the address is ended, not the one in use', async () => {
    const [first, second, third] = await openMany(app.port(), 3, '127.0.0.7');
    first?.socket.write('GET /api/health HTTP/1.1\r\nHost: depot\r\n\r\n');
    await eventually('the first is answered', () => first?.received().includes('success') === true);
    const fourth = await openWire(app.port(), { localAddress: '127.0.0.7' });
    await second?.closed;
    expect([first, third, fourth].map((wire) => wire?.socket.closed)).to.deep.equal([false, false, false]);
    await hangUp([first, third, fourth].filter((wire) => wire !== undefined));
  });
});

describe('a stop', () => {
  const app = useApp();

  it('waits for no connection that has no request under way', async function () {
    this.timeout(5_000);
    const [silent, half, kept] = await openMany(app.port(), 3);
    half?.socket.write('GET /api/health HTT');
    kept?.socket.write('GET /api/health HTTP/1.1\r\nHost: depot\r\n\r\n');
    await eventually('one is answered', () => kept?.received().includes('success') === true);
    await app.change([]);
    for (const wire of [silent, half, kept]) await wire?.closed;
    expect(statusesOf(kept?.received() ?? '')).to.deep.equal([200]);
  });
});
