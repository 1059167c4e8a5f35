import { setTimeout as delay } from 'node:timers/promises';
import { createMutex } from '../../mutex.js';
import { createPeerBaudRate, type PeerBaudRate } from './peer-baud-rate.js';
import type { SimulatedLine } from './simulated-line.js';
import { plugPty, type Pty } from './pty.js';
import { transmitMs, sampledAt } from './uart.js';

/** A serial port without hardware. This process is the tracker at its other end. */
export type VirtualPort = SimulatedLine & {
  readonly path: string;
  /** Stops reading data that is written to the port, like a tracker that hangs. */
  pause: () => void;
  resume: () => void;
  /** Removes the device and its path. */
  unplug: () => void;
  /** Creates a new device at the same path. */
  replug: () => void;
  close: () => void;
  /** Changes the rate of the next bytes. No effect on a port without a rate. */
  setBaudRate: (baudRate: number) => void;
};

export type VirtualPortOptions = {
  /** bit/s; a program that opens the port at another rate receives wrong bytes. Default: any rate works. */
  readonly baudRate?: number;
  /** ms, monotonic; with it, bytes take their transmission time at `baudRate`, else none */
  readonly pacedBy?: () => number;
};

type PluggedLine = Pty & { readonly peerBaudRate: PeerBaudRate | undefined };

/** Pause of a writer while the terminal is full. */
const RETRY_MS = 2;
/** bit/s of a paced port without `baudRate` */
const DEFAULT_BAUD_RATE = 9_600;
/** Transmission time of the bytes that a paced port sends together. */
const SLICE_MS = 20;

/**
 * Opens a pseudo-terminal pair with a link to its other end at `path`, which replaces an existing link, but no other file.
 * A process started while the port is open inherits its descriptors (no close-on-exec), and then misses an unplug.
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
    const previous = line;
    line = undefined;
    previous?.peerBaudRate?.close();
    previous?.unplug();
  }

  /** Writes to `target` as long as it is plugged in. */
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

  /** end of the transmission of the last byte */
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
