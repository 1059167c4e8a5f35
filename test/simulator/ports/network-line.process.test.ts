import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { openNetworkLine, type NetworkLine } from '../../../src/simulator/ports/network-line.js';
import { eventually } from '../../support/gateway/eventually.js';

const host = '127.0.0.1';

describe('a connection of a simulated tracker', () => {
  const lines: NetworkLine[] = [];
  let server: Server;
  let sockets: Socket[];
  let received: string;

  beforeEach(async () => {
    sockets = [];
    received = '';
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (bytes) => (received += bytes.toString()));
      socket.on('error', () => undefined);
    }).listen(0, host);
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const line of lines.splice(0)) line.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });

  function open(transport: 'tcp' | 'udp', port: number) {
    const line = openNetworkLine({ transport, host, port });
    lines.push(line);
    const seen = { connections: 0, data: '' };
    line.onConnect(() => (seen.connections += 1));
    line.onData((bytes) => (seen.data += Buffer.from(bytes).toString()));
    return { line, seen };
  }

  it('a tracker sends and receives over TCP, and connects again when the connection is lost', async () => {
    const { port } = server.address() as AddressInfo;
    const { line, seen } = open('tcp', port);
    await eventually('the tracker is connected', () => seen.connections === 1 && sockets.length === 1);
    await line.write('17\n');
    sockets[0]?.write('17 1\n');
    await eventually('both have the data', () => received === '17\n' && seen.data === '17 1\n');
    sockets[0]?.destroy();
    await eventually('the tracker is connected again', () => seen.connections === 2 && sockets.length === 2);
    await line.write('18\n');
    await eventually('the listener has the data', () => received === '17\n18\n');
    expect(line.path).to.equal(`tcp://127.0.0.1:${port}`);
  });

  it('an unplugged tracker stays away until it is plugged in, and what it writes is lost', async () => {
    const { port } = server.address() as AddressInfo;
    const { line, seen } = open('tcp', port);
    await eventually('the tracker is connected', () => seen.connections === 1);
    line.unplug();
    await eventually('the connection is closed', () => sockets[0]?.readyState !== 'open');
    await line.write('lost');
    expect(seen.connections).to.equal(1);
    line.replug();
    await eventually('the tracker is connected again', () => seen.connections === 2);
    expect(received).to.equal('');
  });

  it('each write is a datagram over UDP', async () => {
    const socket = createSocket('udp4');
    const datagrams: string[] = [];
    socket.on('message', (bytes, { port }) => {
      datagrams.push(bytes.toString());
      socket.send('ok', port, host);
    });
    socket.bind(0, host);
    await once(socket, 'listening');
    const { line, seen } = open('udp', socket.address().port);
    await eventually('the tracker has its socket', () => seen.connections === 1);
    await line.write('17');
    await line.write('18');
    await eventually('both are replied to', () => seen.data === 'okok');
    expect(datagrams).to.deep.equal(['17', '18']);
    expect(line.isDatagram).to.equal(true);
    socket.close();
  });
});
