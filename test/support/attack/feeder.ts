import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A device server that plays a tracker: resolves when the gateway has connected. Its answers are read and dropped. */
export async function startFeeder(port = 0): Promise<{
  /** resolves when the text is on its way */
  readonly write: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.on('error', () => undefined);
  socket.resume();
  const isOpen = (): boolean => !socket.destroyed;
  return {
    async write(text) {
      if (!isOpen() || socket.write(text)) return;
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    },
    async stop() {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
