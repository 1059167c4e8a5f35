import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describeTcpLoss } from './tcp-error.js';
import type { Wire } from '../wire-port.js';

const readSize = 4_096;

/** A connected socket as the wire of a port; what comes while nobody reads is held back by the far side. */
export function createTcpWire(socket: Socket): Wire {
  let failed: Error | undefined;
  // It may come at any time, also when nobody waits for anything.
  socket.on('error', (error) => (failed = error));

  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const events = ['readable', 'end', 'close'] as const;
      const done = (): void => {
        for (const event of events) socket.off(event, done);
        resolve();
      };
      for (const event of events) socket.on(event, done);
    });

  const next = (): Uint8Array | null =>
    socket.read(socket.readableLength > readSize ? readSize : undefined) as Uint8Array | null;

  return {
    async read(signal, waiting) {
      for (;;) {
        signal.throwIfAborted();
        const bytes = next();
        if (bytes !== null) return bytes;
        if (failed !== undefined) throw failed;
        if (socket.readableEnded || socket.destroyed) throw new Error('end of file');
        waiting(true);
        await changed();
        waiting(false);
      }
    },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    // It is set at the device server.
    setBaudRate: () => Promise.resolve(),
    stop: () => void socket.destroy(),
    async close() {
      if (!socket.closed) await once(socket, 'close');
    },
    describeLoss: describeTcpLoss,
  };
}
