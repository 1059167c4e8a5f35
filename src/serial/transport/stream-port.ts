import { setImmediate as turn } from 'node:timers/promises';
import { messageOf } from '../../errors.js';
import type { Port, OpenPortOptions } from './port-types.js';
import { createWriteQueue } from './write-queue.js';
import { PortError } from './port-error.js';
import { timers } from '../../time/timers.js';

/** What carries the bytes: a serial device, or a connection to one elsewhere. Open when it is given. */
export type Transport = {
  /**
   * Waits for bytes, 4,096 at most; `waiting` hears when it begins and ends to wait. Rejects when there will be none
   * any more, or when `signal` says so and the wire is stopped.
   */
  readonly read: (signal: AbortSignal, onWaiting: (isWaiting: boolean) => void) => Promise<Uint8Array>;
  /** Writes all of `bytes`, however long the peer takes. Rejects when it is gone, or when `signal` says so. */
  readonly write: (bytes: Buffer, signal: AbortSignal) => Promise<void>;
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Ends all waiting, with an error. */
  readonly stop: () => void;
  /** After all waiting has ended. */
  readonly close: () => Promise<void>;
  /** A loss in words that help. */
  readonly describeLoss: (message: string) => string;
};

/** Bytes that may wait for a peer which does not read. */
const MAX_QUEUED_BYTES = 16_384;
/**
 * After a read the next one waits for the next of moments so far apart: bytes that come one by one are read together,
 * and what all ports bring in the same moment is stored together.
 */
const COALESCE_MS = 10;
/** A line that brings as much at a time is busy, and gains more from being read half as often than it loses by it. */
const BUSY_BYTES = 512;
const BUSY_COALESCE_MS = 20;
/** Three quarters of what the operating system keeps: such a line is read on at once. */
const URGENT_BYTES = 3_072;

/** The port that reads and writes `wire`. */
export function createStreamPort(
  transport: Transport,
  { path, onData, onClose }: Omit<OpenPortOptions, 'baudRate'>,
): Port {
  const abort = new AbortController();
  const { signal } = abort;
  let ending: Promise<void> | undefined;
  let closedByOwner = false;

  /** Gives the wire back once no read or write uses its descriptor: the next file opened may get the same number. */
  async function closeTransport(): Promise<void> {
    abort.abort();
    wake();
    transport.stop();
    await Promise.all([reading, writeQueue.idle()]);
    await transport.close().catch(() => undefined);
  }
  const end = (): Promise<void> => (ending ??= closeTransport());

  let paused = false;
  let isWaiting = false;
  let wake = (): void => undefined;

  function onFailure(error: unknown): void {
    if (signal.aborted) return;
    void end().then(() => {
      if (!closedByOwner) onClose(`${path}: ${transport.describeLoss(messageOf(error))}`);
    });
  }

  /** Until it is woken, or the moment has come. */
  const sleep = (ms?: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function readLoop(): Promise<void> {
    await turn();
    for (;;) {
      while (paused && !signal.aborted) await sleep();
      const bytes = await transport.read(signal, (waiting) => (isWaiting = waiting));
      signal.throwIfAborted();
      onData(bytes);
      const coalesceMs = bytes.length < BUSY_BYTES ? COALESCE_MS : BUSY_COALESCE_MS;
      if (bytes.length < URGENT_BYTES) await sleep(Math.ceil(coalesceMs - (timers.now() % coalesceMs)));
      // What is there already is read without waiting: the others have to get their turn.
      else await turn();
    }
  }

  const writeQueue = createWriteQueue({
    maxBytes: MAX_QUEUED_BYTES,
    write: (bytes) => transport.write(bytes, signal),
    onError: onFailure,
  });
  const reading = readLoop().catch(onFailure);

  return {
    write(data) {
      if (signal.aborted) return Promise.reject(new PortError('error', `${path}: closed`));
      const written = writeQueue.add(Buffer.from(data));
      if (written !== false) return written;
      return Promise.reject(new PortError('busy', `${path}: the device does not read what is sent to it`));
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      wake();
    },
    setBaudRate: transport.setBaudRate,
    isIdle: () => isWaiting,
    close() {
      closedByOwner = true;
      return end();
    },
  };
}
