import { SerialPort } from 'serialport';
import { messageOf } from '../../errors.js';
import { readChunk, writeAll, type SerialBinding } from './binding-io.js';
import { findHolders } from '../linux/holders.js';
import { disableHupcl } from './disable-hupcl.js';
import type { Port, OpenPortOptions } from './port-types.js';
import { explainOpenError } from './port-error.js';
import { createStreamPort } from './stream-port.js';

export type { OpenPort, Port, OpenPortOptions as PortOptions } from './port-types.js';

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

const READ_BYTES = 4_096;
/** where it matters to nobody */
const DEFAULT_BAUD_RATE = 9_600;

/** A hang-up shows itself as one of these two; neither would help anybody. */
const describeLoss = (message: string): string =>
  /bad file descriptor|end of file/.test(message) ? 'the device went away' : `the device went away (${message})`;

/**
 * Opens a serial device or a pseudo-terminal: `node`, when the path of the options does but stand for it. Rejects with
 * a PortError.
 *
 * The package's stream keeps what was written after `close` for the next open and may report a close twice, so the
 * device is driven through the package's binding, one for every open.
 */
export async function openSerialPort({ path, baudRate, onData, onClose }: OpenPortOptions, node = path): Promise<Port> {
  const binding: SerialBinding = await SerialPort.binding
    .open({ path: node, baudRate: baudRate ?? DEFAULT_BAUD_RATE, hupcl: false })
    .catch(async (error: unknown) => {
      const message = messageOf(error);
      const portError = explainOpenError(path, message);
      throw portError.fault === 'busy' ? explainOpenError(path, message, await findHolders(node)) : portError;
    });

  await disableHupcl(node);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  return createStreamPort(
    {
      async read(signal, onWaiting) {
        const count = await readChunk(binding, buffer, signal, onWaiting);
        return new Uint8Array(buffer.subarray(0, count));
      },
      write: (bytes, signal) => writeAll(binding, bytes, signal),
      stop: () => binding.poller?.stop(),
      setBaudRate: (rate) => binding.update({ baudRate: rate }),
      close: () => binding.close(),
      describeLoss,
    },
    { path, onData, onClose },
  );
}
