import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { createServerStream, MAX_LINE_BYTES } from './server-stream.js';

/** Pieces that wait to be sent, at most: the client packs records into pieces of 32 KiB, and sends each PONG alone. */
const MAX_UNSENT = 10_000;

/** The client's transport with bounds: by itself it takes whatever a server sends, and waits for one that is silent. */
export class BoundedTransport extends NodeTransport {
  private unsent = 0;

  override peekInfo(): ReturnType<NodeTransport['peekInfo']> {
    const { socket } = this;
    let bytes = 0;
    // The client removes its listeners, and this one, once it has the line.
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_LINE_BYTES) socket.destroy(new Error(NO_SERVER));
    });
    return super.peekInfo();
  }

  override async *iterate(): AsyncIterableIterator<Uint8Array> {
    const stream = createServerStream();
    try {
      for await (const bytes of super.iterate()) {
        if (!stream.push(bytes)) return;
        yield bytes;
      }
    } finally {
      // The client no longer takes what the socket receives.
      if (!this.isClosed) this.socket.destroy(new Error(NO_SERVER));
    }
  }

  /** A server may ask for answers and take none. */
  override async _send(frame: Uint8Array): Promise<void> {
    this.unsent += 1;
    if (this.unsent > MAX_UNSENT && !this.isClosed) this.socket.destroy(new Error(NO_SERVER));
    try {
      await super._send(frame);
    } finally {
      this.unsent -= 1;
    }
  }

  /** By itself it leaves a connection open that has not been accepted in time. */
  override async close(error?: Error): Promise<void> {
    await super.close(error);
    if (!this.connected) this.discard();
  }
}

const NO_SERVER = 'unexpected response from server';
