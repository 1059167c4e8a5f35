import { setTimeout as delay } from 'node:timers/promises';
import { createMutex } from '../../mutex.js';
import { createPeerBaudRate, type PeerBaudRate } from './peer-baud-rate.js';
import type { SimulatedLine } from './simulated-line.js';
import { plugPty, type Pty } from './pty.js';
import { transmitMs, sampledAt } from './uart.js';

/** A serial port without hardware: this process is the tracker at the far end of the line. */
export type VirtualPort = SimulatedLine & {
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

type PluggedLine = Pty & { readonly peerBaudRate: PeerBaudRate | undefined };

/** How long a writer waits for a line that is full. */
const RETRY_MS = 2;
/** baud, of a line that is paced and has no speed of its own */
const DEFAULT_BAUD_RATE = 9_600;
/** What goes out together when the line is paced. */
const SLICE_MS = 20;

/**
 * A pseudo-terminal pair whose far end is found at `path`, a link that replaces an older link and nothing else. A process
 * started while it is open inherits it (the native part does not close it on exec), and does not notice an unplug then.
 */
export function openVirtualPort(path: string, options: VirtualPortOptions = {}): VirtualPort {
  const { pacedBy } = options;
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  let { baudRate } = options;
  let byteMs = transmitMs(1, baudRate ?? DEFAULT_BAUD_RATE);
  let line: PluggedLine | undefined;

  function replug(): void {
    unplug();
    const pty = plugPty(path, baudRate !== undefined);
    line = { ...pty, peerBaudRate: baudRate === undefined ? undefined : createPeerBaudRate(pty.holdFd, path) };
    pty.master.on('data', (bytes: Uint8Array) => {
      for (const listener of listeners) listener(bytes);
    });
  }

  function unplug(): void {
    const gone = line;
    line = undefined;
    gone?.peerBaudRate?.close();
    gone?.unplug();
  }

  /** Part of a line that was there at `begun`: what is not sent when it goes is lost. */
  async function writeAll(bytes: Uint8Array, target: PluggedLine): Promise<void> {
    for (let sent = 0; sent < bytes.length && line === target;) {
      const taken = line.write(bytes, sent);
      sent += taken;
      if (taken === 0) await delay(RETRY_MS);
    }
  }

  async function asReceived(bytes: Uint8Array, { peerBaudRate }: PluggedLine): Promise<Uint8Array> {
    const rate = await peerBaudRate?.read();
    return baudRate === undefined || rate === undefined ? bytes : sampledAt(bytes, baudRate, rate);
  }

  /** When the last byte sent has passed. */
  let busyUntil = -Infinity;

  async function send(bytes: Uint8Array): Promise<void> {
    const target = line;
    if (target === undefined) return;
    const size = pacedBy === undefined ? bytes.length : Math.max(1, Math.floor(SLICE_MS / byteMs));
    for (let at = 0; at < bytes.length && line === target; at += size) {
      const slice = bytes.subarray(at, at + size);
      if (pacedBy !== undefined) {
        busyUntil = Math.max(busyUntil, pacedBy()) + slice.length * byteMs;
        await delay(busyUntil - pacedBy());
      }
      await writeAll(await asReceived(slice, target), target);
    }
  }

  const exclusive = createMutex();

  replug();
  return {
    path,
    write: (bytes) => exclusive(() => send(Buffer.from(bytes))),
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
      byteMs = transmitMs(1, rate);
    },
  };
}
