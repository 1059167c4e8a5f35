import { setImmediate as turn } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import type { Port, PortOptions } from './open-port.js';
import { createOutgoing } from './outgoing.js';
import { PortError } from './port-error.js';
import { timers } from './timers.js';

/** What carries the bytes: a serial device, or a connection to one elsewhere. Open when it is given. */
export type Wire = {
  /**
   * Waits for bytes, 4,096 at most; `waiting` hears when it begins and ends to wait. Rejects when there will be none
   * any more, or when `signal` says so and the wire is stopped.
   */
  readonly read: (signal: AbortSignal, waiting: (begun: boolean) => void) => Promise<Uint8Array>;
  /** Writes all of `bytes`, however long the peer takes. Rejects when it is gone, or when `signal` says so. */
  readonly write: (bytes: Buffer, signal: AbortSignal) => Promise<void>;
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Ends all waiting, with an error. */
  readonly stop: () => void;
  /** After all waiting has ended. */
  readonly close: () => Promise<void>;
  /** A loss in words that help. */
  readonly describeLoss: (said: string) => string;
};

/** Bytes that may wait for a peer which does not read. */
const maxWaiting = 16_384;
/**
 * After a read the next one waits for the next of moments so far apart: bytes that come one by one are read together,
 * and what all ports bring in the same moment is stored together.
 */
const joinMs = 10;
/** A line that brings as much at a time is busy, and gains more from being read half as often than it loses by it. */
const busyBytes = 512;
const busyJoinMs = 20;
/** Three quarters of what the operating system keeps: such a line is read on at once. */
const pressingBytes = 3_072;

/** The port that reads and writes `wire`. */
export function createWirePort(wire: Wire, { path, onData, onClose }: Omit<PortOptions, 'baudRate'>): Port {
  const ended = new AbortController();
  const { signal } = ended;
  let ending: Promise<void> | undefined;
  let disowned = false;

  /** Gives the wire back once no read or write uses its descriptor: the next file opened may get the same number. */
  async function giveBack(): Promise<void> {
    ended.abort();
    wake();
    wire.stop();
    await Promise.all([listening, outgoing.idle()]);
    await wire.close().catch(() => undefined);
  }
  const end = (): Promise<void> => (ending ??= giveBack());

  let paused = false;
  let quiet = false;
  let wake = (): void => undefined;

  function lose(error: unknown): void {
    if (signal.aborted) return;
    void end().then(() => {
      if (!disowned) onClose(`${path}: ${wire.describeLoss(messageOf(error))}`);
    });
  }

  /** Until it is woken, or the moment has come. */
  const rest = (ms?: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function listen(): Promise<void> {
    await turn();
    for (;;) {
      while (paused && !signal.aborted) await rest();
      const bytes = await wire.read(signal, (waiting) => (quiet = waiting));
      signal.throwIfAborted();
      onData(bytes);
      const joined = bytes.length < busyBytes ? joinMs : busyJoinMs;
      if (bytes.length < pressingBytes) await rest(Math.ceil(joined - (timers.now() % joined)));
      // What is there already is read without waiting: the others have to get their turn.
      else await turn();
    }
  }

  const outgoing = createOutgoing({
    limit: maxWaiting,
    write: (bytes) => wire.write(bytes, signal),
    onError: lose,
  });
  const listening = listen().catch(lose);

  return {
    write(data) {
      if (signal.aborted) return Promise.reject(new PortError('error', `${path}: closed`));
      const written = outgoing.add(Buffer.from(data));
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
    setBaudRate: wire.setBaudRate,
    isQuiet: () => quiet,
    close() {
      disowned = true;
      return end();
    },
  };
}
