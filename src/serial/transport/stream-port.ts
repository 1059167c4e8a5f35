import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { timers } from '../../time/clock.js';
import { portMessages } from '../messages.js';
import { PortError } from './port-error.js';
import type { OpenPortOptions, Port } from './port-types.js';
import {
  bytesPerMsAt,
  createReadRate,
  createReadTicks,
  nextIntervalMs,
  URGENT_BYTES,
  type ReadRate,
} from './read-timing.js';
import { createWriteQueue } from './write-queue.js';

/** Carries the bytes of an open port: a serial binding or a TCP connection. */
export type Transport = {
  /**
   * Waits for bytes, at most 4,096; calls `onWaiting` before and after each wait. Rejects when no more bytes can arrive,
   * or when `signal` is aborted and the transport is stopped.
   */
  readonly read: (signal: AbortSignal, onWaiting: (isWaiting: boolean) => void) => Promise<Uint8Array>;
  /** Writes all of `bytes`, however long the peer takes. Rejects when the peer is gone or `signal` is aborted. */
  readonly write: (bytes: Buffer, signal: AbortSignal) => Promise<void>;
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** As that of a port. Does not reject. */
  readonly isAlive: () => Promise<boolean>;
  /** Ends all waits with an error. */
  readonly stop: () => void;
  /** Called after all waits have ended. */
  readonly close: () => Promise<void>;
  /** Explains to the user why the transport was lost. */
  readonly describeLoss: (path: string, message: string) => GatewayMessage;
};

/** The bytes that may be queued for a peer that does not read. */
const MAX_QUEUED_BYTES = 16_384;
/** shared by all ports */
const readTicks = createReadTicks(timers);

type StreamPortOptions = Pick<OpenPortOptions, 'path' | 'baudRate' | 'onData' | 'onClose'>;

type StreamState = {
  readonly transport: Transport;
  readonly options: StreamPortOptions;
  readonly abort: AbortController;
  /** `lost`: the transport failed; `closed`: the owner closed the port, and `onClose` is not called any more */
  state: 'open' | 'lost' | 'closed';
  isPaused: boolean;
  /** the transport waits for data: everything received is delivered */
  isWaiting: boolean;
  /** bytes per ms that the line can carry; 0 where that is not known */
  bytesPerMs: number;
  readonly readRate: ReadRate;
  /** data was written since the last read */
  hasWritten: boolean;
  /** ends a sleep of the read loop */
  wake: () => void;
  /** the last question to the transport whether it is alive */
  asking: Promise<boolean>;
};

/** Creates a port that reads and writes `transport`. */
export function createStreamPort(transport: Transport, options: StreamPortOptions): Port {
  const stream: StreamState = {
    transport,
    options,
    abort: new AbortController(),
    state: 'open',
    isPaused: false,
    isWaiting: false,
    bytesPerMs: bytesPerMsAt(options.baudRate),
    readRate: createReadRate(timers.now()),
    hasWritten: false,
    wake: () => undefined,
    asking: Promise.resolve(true),
  };
  const { path, onClose } = options;
  const { signal } = stream.abort;
  let ending: Promise<void> | undefined;

  const writeQueue = createWriteQueue({
    maxBytes: MAX_QUEUED_BYTES,
    write: (bytes) => transport.write(bytes, signal),
    onError: onFailure,
  });
  const reading = readLoop(stream).catch(onFailure);
  // Created once: a stack trace per reply would take longer than reading what it replies to.
  const notRead = new PortError('busy', portMessages.notRead({ path }));

  /** Closes the transport once nothing uses its descriptor: the next open file may get the same number. */
  async function closeTransport(): Promise<void> {
    stream.abort.abort();
    stream.wake();
    transport.stop();
    await Promise.all([reading, writeQueue.idle(), stream.asking]);
    await transport.close().catch(() => undefined);
  }
  const end = (): Promise<void> => (ending ??= closeTransport());

  function onFailure(error: unknown): void {
    if (signal.aborted) return;
    stream.state = 'lost';
    void end().then(() => {
      if (stream.state === 'lost') onClose(transport.describeLoss(path, messageOf(error)));
    });
  }

  return {
    write(data) {
      if (signal.aborted) return Promise.reject(new PortError('error', portMessages.closed({ path })));
      stream.hasWritten = true;
      const written = writeQueue.add(Buffer.from(data));
      if (written !== false) return written;
      return Promise.reject(notRead);
    },
    pause() {
      stream.isPaused = true;
    },
    resume() {
      stream.isPaused = false;
      stream.wake();
    },
    setBaudRate(baudRate) {
      if (stream.bytesPerMs > 0) stream.bytesPerMs = bytesPerMsAt(baudRate);
      return transport.setBaudRate(baudRate);
    },
    isIdle: () => stream.isWaiting,
    isAlive() {
      if (signal.aborted) return Promise.resolve(false);
      return (stream.asking = transport.isAlive());
    },
    close() {
      stream.state = 'closed';
      return end();
    },
  };
}

async function readLoop(stream: StreamState): Promise<void> {
  const { transport, abort, options } = stream;
  const { signal } = abort;
  const onWaiting = (isWaiting: boolean): void => void (stream.isWaiting = isWaiting);
  await nextTurn();
  for (;;) {
    while (stream.isPaused && !signal.aborted) await sleep(stream);
    const bytes = await transport.read(signal, onWaiting);
    signal.throwIfAborted();
    const intervalMs = intervalAfter(stream, bytes.length);
    options.onData(bytes);
    // Yield: a read that finds data does not wait, and other ports must get their turn.
    if (bytes.length >= URGENT_BYTES || intervalMs === 0) await nextTurn();
    else await sleep(stream, intervalMs);
  }
}

/** The time until the next read, after a read of `bytes`. */
function intervalAfter(stream: StreamState, bytes: number): number {
  const { bytesPerMs, hasWritten, readRate } = stream;
  stream.hasWritten = false;
  return nextIntervalMs({ ...readRate.add(bytes, timers.now()), bytesPerMs, hasWritten });
}

/** Sleeps until `stream.wake` is called or, if given, the next multiple of `intervalMs`. */
const sleep = (stream: StreamState, intervalMs?: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = intervalMs === undefined ? undefined : readTicks.wait(intervalMs, resolve);
    stream.wake = () => {
      cancel?.();
      resolve();
    };
  });
