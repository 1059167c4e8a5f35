import { messageOf, WaypostError } from '../errors.js';
import { openPort } from '../serial/port.js';
import type { Line } from '../simulator/line.js';
import { createTurns } from '../turns.js';

/** A port that is there, this process at its end as the tracker. */
export type RealLine = Line & {
  /** resolves with the reason when the port is lost */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

/** A port takes no more than 16 KiB at a time. */
const sliceBytes = 4_096;

/** Rejects with a WaypostError that says why the port can not be opened. */
export async function openRealLine(path: string, baudRate: number): Promise<RealLine> {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const { promise: lost, resolve: onClose } = deferred();
  const port = await openPort({
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
    for (let at = 0; at < bytes.length; at += sliceBytes) await port.write(bytes.subarray(at, at + sliceBytes));
  }

  const inTurn = createTurns();
  return {
    lost,
    write: (bytes) => inTurn(() => send(Buffer.from(bytes))),
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
