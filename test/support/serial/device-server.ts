import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';

/** A serial device server of the test; its clients are the connected sockets, newest last. */
export async function startDeviceServer(given?: number) {
  const port = given ?? (await freePort());
  const clients: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    clients.push(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    path: `tcp://127.0.0.1:${port}`,
    clients,
    /** the newest client, once it has connected */
    async client(count = 1): Promise<Socket> {
      await eventually(`${count} clients have come`, () => clients.length >= count);
      const last = clients.at(-1);
      if (last === undefined) throw new Error('no client came');
      return last;
    },
    async stop(): Promise<void> {
      for (const socket of clients) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
export type DeviceServer = Awaited<ReturnType<typeof startDeviceServer>>;
