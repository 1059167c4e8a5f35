/** What waits to be written to a device, in its order. */
export type Outgoing = {
  /** False when that would be more than `limit` bytes waiting; otherwise the promise of their being written. */
  add: (bytes: Uint8Array) => Promise<void> | false;
  /** Resolves when no write is under way any more. */
  idle: () => Promise<void>;
};

type Parts = {
  readonly limit: number;
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

type Waiting = { readonly bytes: Uint8Array; readonly resolve: () => void; readonly reject: (error: unknown) => void };

/** One write at a time; what waited meanwhile goes out together. After a failed one nothing is written any more. */
export function createOutgoing({ limit, write, onError }: Parts): Outgoing {
  let queue: Waiting[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;
  let broken: { readonly error: unknown } | undefined;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const bytes = Buffer.concat(batch.map((waiting) => waiting.bytes));
      try {
        if (broken !== undefined) throw broken.error;
        await write(bytes);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
        if (broken === undefined) onError(error);
        broken ??= { error };
      }
      waitingBytes -= bytes.length;
    }
    writing = undefined;
  }

  return {
    add(bytes) {
      if (waitingBytes + bytes.length > limit) return false;
      waitingBytes += bytes.length;
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
