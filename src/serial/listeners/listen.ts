import { once } from 'node:events';
import type { Server } from 'node:net';
import { explainListenError } from './listen-error.js';
import type { ListenerContext } from './transport.js';

type ListenContext = Pick<ListenerContext, 'config' | 'path' | 'refuse'>;

/** Resolves once the server listens on the address of its listener; rejects with a PortError. */
export async function listen(server: Server, { config, path, refuse }: ListenContext): Promise<void> {
  try {
    server.listen({ host: config.host, port: config.port });
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(path, config, error);
  }
  // For example no descriptor is free for a connection: the next one may succeed.
  server.on('error', () => {
    refuse('system');
  });
}
