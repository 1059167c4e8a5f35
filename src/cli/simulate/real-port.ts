import { messageOf, WaypostError } from '../../errors.js';
import { openSerialPort } from '../../serial/transport/serial-port.js';
import type { SimulatedLine } from '../../simulator/ports/simulated-line.js';
import { createMutex } from '../../mutex.js';

/** A port that is there, this process at its end as the tracker. */
export type RealPort = SimulatedLine & {
  /** resolves with the reason when the port is lost */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

/** A port takes no more than 16 KiB at a time. */
const SLICE_BYTES = 4_096;

/** Rejects with a WaypostError that says why the port can not be opened. */
export async function openRealPort(path: string, baudRate: number): Promise<RealPort> {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const { promise: lost, resolve: onClose } = deferred();
  const port = await openSerialPort({
    path,
    baudRate,
    onClose,
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
