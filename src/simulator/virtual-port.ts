import { setTimeout as delay } from 'node:timers/promises';
import { createTurns } from '../turns.js';
import { createFarRate, type FarRate } from './far-rate.js';
import type { Line } from './line.js';
import { plugPty, type Pty } from './pty.js';
import { lineTime, sampledAt } from './uart.js';

/** A serial port without hardware: this process is the tracker at the far end of the line. */
export type VirtualPort = Line & {
  readonly path: string;
  /** Stops reading what is written to the port, as a tracker that hangs does. */
  pause: () => void;
  resume: () => void;
  /** The device goes, and its path with it. */
  unplug: () => void;
  /** Another device comes at the same path. */
  replug: () => void;
  close: () => void;
  /** Another speed of the line from what is sent next on; does nothing where it has none. */
  setBaudRate: (baudRate: number) => void;
};

export type VirtualPortOptions = {
  /** The line's own speed: who opened the port with another one reads garbage. Without it every reader is right. */
  readonly baudRate?: number;
  /** ms, monotonic: bytes take the time they take at `baudRate`; without it they are there at once */
  readonly pacedBy?: () => number;
};

type Plugged = Pty & { readonly farRate: FarRate | undefined };

/** How long a writer waits for a line that is full. */
const fullMs = 2;
/** baud, of a line that is paced and has no speed of its own */
const usualRate = 9_600;
/** What goes out together when the line is paced. */
const sliceMs = 20;

/**
 * A pseudo-terminal pair whose far end is found at `path`, a link that replaces an older link and nothing else. A process
 * started while it is open inherits it (the native part does not close it on exec), and does not notice an unplug then.
 */
export function openVirtualPort(path: string, options: VirtualPortOptions = {}): VirtualPort {
  const { pacedBy } = options;
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  let { baudRate } = options;
  let byteMs = lineTime(1, baudRate ?? usualRate);
  let line: Plugged | undefined;

  function replug(): void {
    unplug();
    const pty = plugPty(path, baudRate !== undefined);
    line = { ...pty, farRate: baudRate === undefined ? undefined : createFarRate(pty.hold, path) };
    pty.master.on('data', (bytes: Uint8Array) => {
      for (const listener of listeners) listener(bytes);
    });
  }

  function unplug(): void {
    const gone = line;
    line = undefined;
    gone?.farRate?.end();
    gone?.unplug();
  }

  /** Part of a line that was there at `begun`: what is not sent when it goes is lost. */
  async function put(bytes: Uint8Array, begun: Plugged): Promise<void> {
    for (let sent = 0; sent < bytes.length && line === begun;) {
      const taken = line.put(bytes, sent);
      sent += taken;
      if (taken === 0) await delay(fullMs);
    }
  }

  async function asRead(bytes: Uint8Array, { farRate }: Plugged): Promise<Uint8Array> {
    const rate = await farRate?.ask();
    return baudRate === undefined || rate === undefined ? bytes : sampledAt(bytes, baudRate, rate);
  }

  /** When the last byte sent has passed. */
  let busyUntil = -Infinity;

  async function send(bytes: Uint8Array): Promise<void> {
    const begun = line;
    if (begun === undefined) return;
    const size = pacedBy === undefined ? bytes.length : Math.max(1, Math.floor(sliceMs / byteMs));
    for (let at = 0; at < bytes.length && line === begun; at += size) {
      const slice = bytes.subarray(at, at + size);
      if (pacedBy !== undefined) {
        busyUntil = Math.max(busyUntil, pacedBy()) + slice.length * byteMs;
        await delay(busyUntil - pacedBy());
      }
      await put(await asRead(slice, begun), begun);
    }
  }

  const inTurn = createTurns();

  replug();
  return {
    path,
    write: (bytes) => inTurn(() => send(Buffer.from(bytes))),
    onData(listener) {
      listeners.push(listener);
    },
    pause: () => line?.master.pause(),
    resume: () => line?.master.resume(),
    unplug,
    replug,
    close: unplug,
    setBaudRate(rate) {
      if (baudRate === undefined) return;
      baudRate = rate;
      byteMs = lineTime(1, rate);
    },
  };
}
