/** What waits to be written to a device, in its order. */
export type WriteQueue = {
  /** False when that would be more than `limit` bytes waiting; otherwise the promise of their being written. */
  add: (bytes: Uint8Array) => Promise<void> | false;
  /** Resolves when no write is under way any more. */
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

/** One write at a time; what waited meanwhile goes out together. After a failed one nothing is written any more. */
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
