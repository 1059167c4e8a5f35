import { messageOf, WaypostError } from '../../errors.js';
import { openSerialPort } from '../../serial/transport/serial-port.js';
import type { SimulatedLine } from '../../simulator/ports/simulated-line.js';
import { createMutex } from '../../mutex.js';
import { english } from '../../messages/english.js';

/** An existing serial port. This process is the tracker at its other end. */
export type RealPort = SimulatedLine & {
  /** resolves with the reason when the port is lost */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

/** Less than the 16 KiB that a port takes in one write. */
const SLICE_BYTES = 4_096;

/** Rejects with a WaypostError if the port cannot be opened. */
export async function openRealPort(path: string, baudRate: number): Promise<RealPort> {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const { promise: lost, resolve: onClose } = deferred();
  const port = await openSerialPort({
    path,
    baudRate,
    onClose: (reason) => {
      onClose(english(reason));
    },
    onData: (chunk) => {
      for (const listener of listeners) listener(chunk);
    },
  }).catch((error: unknown) => {
    throw new WaypostError('not_found', messageOf(error));
  });

  async function send(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) await port.write(bytes.subarray(at, at + SLICE_BYTES));
  }

  const exclusive = createMutex();
  return {
    lost,
    write: (bytes) => exclusive(() => send(Buffer.from(bytes))),
    onData(listener) {
      listeners.push(listener);
    },
    close: port.close,
  };
}

function deferred() {
  let resolve: (reason: string) => void = () => undefined;
  const promise = new Promise<string>((done) => (resolve = done));
  return { promise, resolve };
}
