import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { SerialPort } from 'serialport';
import { messageOf } from '../errors.js';
import { readSome, writeAll, type Device } from './device.js';
import { createOutgoing } from './outgoing.js';
import { explain, PortError } from './port-error.js';

export type Port = {
  /**
   * Hands bytes, or text as UTF-8, to the operating system, after what was handed over before. Rejects, with nothing
   * of it sent later, when the port is closed or when more than `maxWaiting` bytes already wait for a peer that does
   * not read.
   */
  write: (data: string | Uint8Array) => Promise<void>;
  /**
   * Stops reading; one chunk may follow. The operating system keeps what comes, and holds the sender up where it can.
   * A loss is noticed when reading goes on.
   */
  pause: () => void;
  resume: () => void;
  /** Rejects when the device refuses, or is gone. */
  setBaudRate: (baudRate: number) => Promise<void>;
  /** Everything that came was handed over, and the device has nothing more at present. */
  isQuiet: () => boolean;
  /** Resolves when the device is free for others. Nothing is reported from the call on. */
  close: () => Promise<void>;
};

export type PortOptions = {
  readonly path: string;
  /** bit/s; null where the line has no speed */
  readonly baudRate: number | null;
  /** at most 4,096 bytes at a time; nothing is handed over before the promise of the port has resolved */
  readonly onData: (chunk: Uint8Array) => void;
  /** the port is lost (not: closed by its owner); at most once, and after the device was given back */
  readonly onClose: (reason: string) => void;
};

/** A port as the package lists it; it asks udev, and fails where there is none. */
export type ListedPort = {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
};

/** Rejects without udev: `spawn udevadm ENOENT`. */
export const listPorts = (): Promise<readonly ListedPort[]> => SerialPort.list();

export type OpenPort = (options: PortOptions) => Promise<Port>;

/** Bytes that may wait for a peer which does not read. */
const maxWaiting = 16_384;
const readSize = 4_096;
const anyBaudRate = 9_600;
/** After a short read the next one waits this long: bytes that come one by one are read together. */
const joinMs = 10;
/** A read of this many bytes is a busy line: read on at once. */
const busyBytes = 512;

/** A hang-up shows itself as one of these two; neither would help anybody. */
const describeLoss = (said: string): string =>
  /bad file descriptor|end of file/.test(said) ? 'the device went away' : `the device went away (${said})`;

/**
 * Opens a serial device or a pseudo-terminal. Rejects with a PortError.
 *
 * The package's stream keeps what was written after `close` for the next open and may report a close twice, so the
 * device is driven through the package's binding, one for every open. `hupcl` is off: dropping DTR on close resets
 * some trackers.
 */
export const openPort: OpenPort = async ({ path, baudRate, onData, onClose }) => {
  const device: Device = await SerialPort.binding
    .open({ path, baudRate: baudRate ?? anyBaudRate, hupcl: false })
    .catch((error: unknown) => {
      throw explain(path, messageOf(error));
    });

  const ended = new AbortController();
  const { signal } = ended;
  let ending: Promise<void> | undefined;
  let disowned = false;

  /** Gives the device back once no read or write uses its descriptor: the next file opened may get the same number. */
  async function giveBack(): Promise<void> {
    ended.abort();
    wake();
    device.poller?.stop();
    await Promise.all([listening, outgoing.idle()]);
    await device.close().catch(() => undefined);
  }
  const end = (): Promise<void> => (ending ??= giveBack());

  let paused = false;
  let quiet = false;
  let wake = (): void => undefined;

  function lose(error: unknown): void {
    if (signal.aborted) return;
    void end().then(() => {
      if (!disowned) onClose(`${path}: ${describeLoss(messageOf(error))}`);
    });
  }

  async function listen(): Promise<void> {
    const buffer = Buffer.allocUnsafe(readSize);
    await turn();
    for (;;) {
      while (paused && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      const count = await readSome(device, buffer, signal, (waiting) => (quiet = waiting));
      signal.throwIfAborted();
      onData(Uint8Array.from(buffer.subarray(0, count)));
      if (count < busyBytes) await delay(joinMs, undefined, { signal });
    }
  }

  const outgoing = createOutgoing({
    limit: maxWaiting,
    write: (bytes) => writeAll(device, bytes, signal),
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
    setBaudRate: (rate) => device.update({ baudRate: rate }),
    isQuiet: () => quiet,
    close() {
      disowned = true;
      return end();
    },
  };
};
