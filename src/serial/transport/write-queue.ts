/** Queues the writes to a device, in order. */
export type WriteQueue = {
  /** False when more than `maxBytes` would be queued; otherwise a promise that resolves when the bytes are written. */
  add: (bytes: Uint8Array) => Promise<void> | false;
  /** Resolves when no write is in progress. */
  idle: () => Promise<void>;
};

type WriteQueueOptions = {
  readonly maxBytes: number;
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

type QueuedWrite = {
  readonly bytes: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Runs one write at a time and sends the data queued meanwhile as one write. After a failure nothing more is written. */
export function createWriteQueue({ maxBytes, write, onError }: WriteQueueOptions): WriteQueue {
  let queue: QueuedWrite[] = [];
  let queuedBytes = 0;
  let writing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const bytes = Buffer.concat(batch.map((queued) => queued.bytes));
      try {
        if (failure !== undefined) throw failure.error;
        await write(bytes);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
        if (failure === undefined) onError(error);
        failure ??= { error };
      }
      queuedBytes -= bytes.length;
    }
    writing = undefined;
  }

  return {
    add(bytes) {
      if (queuedBytes + bytes.length > maxBytes) return false;
      queuedBytes += bytes.length;
      const written = new Promise<void>((resolve, reject) => {
        queue.push({ bytes, resolve, reject });
      });
      writing ??= drain();
      return written;
    },
    async idle() {
      await writing;
    },
  };
}
