import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describeTcpLoss } from './tcp-error.js';
import type { Transport } from './stream-port.js';

const READ_BYTES = 4_096;

/** A connected socket as the wire of a port; what comes while nobody reads is held back by the far side. */
export function createTcpTransport(socket: Socket): Transport {
  let socketError: Error | undefined;
  // It may come at any time, also when nobody waits for anything.
  socket.on('error', (error) => (socketError = error));

  const nextEvent = (): Promise<void> =>
    new Promise((resolve) => {
      const events = ['readable', 'end', 'close'] as const;
      const done = (): void => {
        for (const event of events) socket.off(event, done);
        resolve();
      };
      for (const event of events) socket.on(event, done);
    });

  const readBuffered = (): Uint8Array | null =>
    socket.read(socket.readableLength > READ_BYTES ? READ_BYTES : undefined) as Uint8Array | null;

  return {
    async read(signal, onWaiting) {
      for (;;) {
        signal.throwIfAborted();
        const bytes = readBuffered();
        if (bytes !== null) return bytes;
        if (socketError !== undefined) throw socketError;
        if (socket.readableEnded || socket.destroyed) throw new Error('end of file');
        onWaiting(true);
        await nextEvent();
        onWaiting(false);
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
