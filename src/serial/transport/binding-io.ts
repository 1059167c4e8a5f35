import { readSync, write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errnoOf } from '../../errors.js';

const writeAt = promisify(write);

/** The delay before a write to a peer that does not read is tried again. */
const RETRY_MS = 50;

type Poller = {
  once: (event: 'readable', callback: (error: Error | null) => void) => unknown;
  /** ends all waits with an error */
  stop: () => void;
};

/** The part of the serialport package's binding in use; only POSIX bindings have a file descriptor and a poller. */
export type SerialBinding = {
  close: () => Promise<void>;
  read: (buffer: Buffer, offset: number, length: number) => Promise<{ bytesRead: number }>;
  write: (buffer: Buffer) => Promise<void>;
  update: (options: { baudRate: number }) => Promise<void>;
  /** Reads the modem lines. */
  get: () => Promise<unknown>;
  readonly fd: number | null;
  readonly poller?: Poller;
};

const wouldBlock = (error: unknown): boolean => ['EAGAIN', 'EWOULDBLOCK', 'EINTR'].includes(errnoOf(error) ?? '');

export const fdOf = (binding: SerialBinding): number => {
  if (binding.fd === null) throw new Error('closed');
  return binding.fd;
};

const waitReadable = (poller: Poller): Promise<void> =>
  new Promise((resolve, reject) => {
    poller.once('readable', (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });

/**
 * Waits for bytes and returns their number; calls `onWaiting` before and after each wait for the device. Rejects when
 * the device is gone, or when `signal` is aborted and the poller is stopped.
 *
 * After a hang-up, Linux returns 0 bytes from every read. The package's own read takes this for "no data yet" and reads
 * again without end.
 */
export async function readChunk(
  binding: SerialBinding,
  buffer: Buffer,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void,
): Promise<number> {
  if (binding.poller === undefined) {
    onWaiting(true);
    const { bytesRead } = await binding.read(buffer, 0, buffer.length);
    onWaiting(false);
    return bytesRead;
  }
  for (;;) {
    signal.throwIfAborted();
    const count = readNow(binding, buffer);
    if (count === 0) throw new Error('end of file');
    if (count !== undefined) return count;
    onWaiting(true);
    await waitReadable(binding.poller).finally(() => {
      onWaiting(false);
    });
  }
}

/** Undefined when no data is available. Synchronous: the descriptor does not block, and a thread pool call takes longer. */
function readNow(binding: SerialBinding, buffer: Buffer): number | undefined {
  try {
    return readSync(fdOf(binding), buffer);
  } catch (error) {
    if (wouldBlock(error)) return undefined;
    throw error;
  }
}

/**
 * Writes all of `bytes`, however long the peer takes. Rejects when the device is gone or `signal` is aborted.
 *
 * The package's own write waits with the poller, which drops a waiting reader when a writer registers: a peer that does
 * not read would no longer be received. Hence the wait by time.
 */
export async function writeAll(binding: SerialBinding, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (binding.poller === undefined) return binding.write(bytes);
  for (let written = 0; written < bytes.length;) {
    signal.throwIfAborted();
    try {
      written += (await writeAt(fdOf(binding), bytes, written)).bytesWritten;
    } catch (error) {
      if (!wouldBlock(error)) throw error;
      await delay(RETRY_MS, undefined, { signal });
    }
  }
}
