import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { signIn, type Client } from '../api/client.js';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../gateway/gateway.js';
import { fixAt } from '../store/records.js';
import { connectTracker, type TestTracker } from './listener-bench.js';

/** A gateway process with three listeners of JSON trackers: TCP, UDP, and one whose port another program has. */
export type ListeningGateway = {
  readonly gateway: Gateway;
  readonly client: Client;
  readonly paths: { readonly tcp: string; readonly udp: string; readonly busy: string };
  /** Connects from an address of 127.0.0.0/8; the listener takes those of 127.0.0.0/29. */
  readonly connect: (from: string) => TestTracker;
  readonly sendDatagram: (deviceId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts it with the device `van`. */
export async function startListeningGateway(folder: string): Promise<ListeningGateway> {
  const program = createServer().listen(0, '127.0.0.1');
  await once(program, 'listening');
  const [tcp, udp, busy] = [await freePort(), await freePort(), (program.address() as { port: number }).port];
  const listen = (transport: string, port: number, more = {}): object => {
    return { transport, host: '127.0.0.1', port, protocol: 'json', ...more };
  };
  const listeners = [
    listen('tcp', tcp, { allow: ['127.0.0.0/29'], maxConnections: 2_000 }),
    listen('udp', udp),
    listen('tcp', busy),
  ];
  const gateway = await startGateway({ folder, config: { serial: { listeners } } });
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  await client.call('POST', '/api/devices', { id: 'van', name: 'Van' });
  const sockets: TestTracker[] = [];
  const sender = createSocket('udp4');
  return {
    gateway,
    client,
    paths: {
      tcp: `tcp-listen://127.0.0.1:${tcp}`,
      udp: `udp-listen://127.0.0.1:${udp}`,
      busy: `tcp-listen://127.0.0.1:${busy}`,
    },
    connect(from) {
      const tracker = connectTracker(tcp, from);
      sockets.push(tracker);
      return tracker;
    },
    async sendDatagram(deviceId) {
      sender.send(reportOf(deviceId), udp, '127.0.0.1');
      await once(sender, 'message');
    },
    async close() {
      for (const { socket } of sockets) socket.destroy();
      sender.close();
      program.close();
      await gateway.end('SIGTERM');
    },
  };
}

/** One JSON line with a location. */
const reportOf = (deviceId: string | undefined): string =>
  `${JSON.stringify({ id: 1, deviceId, location: fixAt(0) })}\n`;

/** Sends a report, without an id for undefined, and waits for its acknowledgement. */
export async function report(tracker: TestTracker, deviceId: string | undefined): Promise<void> {
  const before = tracker.text();
  tracker.socket.write(reportOf(deviceId));
  await eventually('the tracker has its acknowledgement', () => tracker.text() !== before);
}
