import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { protocols } from '../../../src/protocols/index.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { withListeners, type PortsAndListeners } from '../../../src/serial/listeners/listeners.js';
import { createPorts } from '../../../src/serial/port/ports.js';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';
import type { CaseGateway } from './case-gateway.js';
import type { CaseLine } from './port-run.js';
import type { CaseListener } from './serial-case.js';

const HOST = '127.0.0.1';

/** Sends writes to a listener of this machine. `isRead`: resolves when the gateway has read that many bytes and settled them. */
type Sender = {
  readonly write: (bytes: Buffer, isRead: (bytes: number) => Promise<void>) => Promise<string>;
  /** Resolves with what arrived after the reply to the last write. */
  readonly close: () => Promise<string>;
};

/** All writes on one connection. */
function connectTcp(port: number): Sender {
  const socket = connect({ port, host: HOST });
  const read = collect(socket);
  return {
    async write(bytes, isRead) {
      socket.write(bytes);
      await isRead(bytes.length);
      return read();
    },
    async close() {
      const closed = once(socket, 'close');
      socket.end();
      await closed;
      return read();
    },
  };
}

/** A connection for each write. */
const createHttpSender = (port: number): Sender => ({
  async write(bytes) {
    const socket = connect({ port, host: HOST });
    const read = collect(socket);
    const closed = once(socket, 'close');
    socket.write(bytes);
    await closed;
    return read();
  },
  close: () => Promise.resolve(''),
});

/** A datagram for each write. */
function createUdpSender(port: number): Sender {
  const socket = createSocket('udp4');
  let received = '';
  socket.on('message', (bytes) => (received += bytes.toString('latin1')));
  return {
    async write(bytes, isRead) {
      socket.send(bytes, port, HOST);
      await isRead(bytes.length);
      const reply = received;
      received = '';
      return reply;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
      return received;
    },
  };
}

/** Returns a function that takes what the socket has received since its last call. */
function collect(socket: Socket): () => string {
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  return () => {
    const taken = received;
    received = '';
    return taken;
  };
}

const SENDERS: Readonly<Record<CaseListener['transport'], (port: number) => Sender>> = {
  tcp: connectTcp,
  http: createHttpSender,
  udp: createUdpSender,
};

/** Turns of the event loop in which a reply that is sent within this process has arrived. */
const REPLY_TURNS = 8;

export async function openCaseListener(gateway: CaseGateway, { transport, protocol }: CaseListener): Promise<CaseLine> {
  const port = await freePort();
  const listener = { transport, protocol, host: HOST, port, unknownDevices: 'register' };
  const configs = valueOf(validateConfig({ serial: { listeners: [listener] } })).serial.listeners;
  const parts = { receive: gateway.receive, gateway: gateway.info, logger: silentLogger, protocols };
  const ports = createPorts({ ...parts, configs: [], captureFolder: '/nowhere' });
  const listeners: PortsAndListeners = withListeners(ports, { ...parts, configs, httpPort: 0 });
  const status = () => {
    const [row] = listeners.statuses();
    if (row === undefined) throw new Error('no row of a listener');
    return row;
  };
  listeners.start();
  await eventually('the listener is open', () => status().state === 'open');
  const sender = SENDERS[transport](port);
  let written = 0;

  async function isRead(bytes: number): Promise<void> {
    written += bytes;
    await eventually('the bytes are read', () => status().counters.bytes >= written && gateway.unsettled() === 0);
    for (let count = 0; count < REPLY_TURNS; count += 1) await turn();
  }
  return {
    write: (bytes) => sender.write(bytes, isRead),
    pass: gateway.pass,
    reason: () => status().reason,
    async close() {
      const rest = await sender.close();
      await listeners.stop();
      return rest;
    },
  };
}
