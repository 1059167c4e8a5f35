import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';

/** Every transport but UDP listens on a TCP port. */
export type ListenAddress = { readonly transport: string; readonly host: string; readonly port: number };

/** Listens for a moment. Resolves with the error, or null if there was none. */
export async function tryListen({ transport, host, port }: ListenAddress): Promise<unknown> {
  try {
    await (transport === 'udp' ? bindSocket(host, port) : listen(host, port));
    return null;
  } catch (error) {
    return error;
  }
}

async function listen(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function bindSocket(host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.bind({ address: host, port, exclusive: true });
  await once(socket, 'listening');
  socket.close();
  await once(socket, 'close');
}
