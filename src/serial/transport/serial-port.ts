import { execFile } from 'node:child_process';
import type { SerialPort } from 'serialport';
import { messageOf } from '../../errors.js';
import { findHolders } from '../linux/holders.js';
import { readChunk, writeAll, type SerialBinding } from './binding-io.js';
import { explainOpenError } from './port-error.js';
import type { OpenPortOptions, Port } from './port-types.js';
import { createStreamPort } from './stream-port.js';

/** A serial device as the serialport package lists it. */
export type ListedPort = {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
};

/** Rejects on a system without udev: `spawn udevadm ENOENT`. */
export const listPorts = async (): Promise<readonly ListedPort[]> => (await loadSerialPort()).list();

/** Loaded with its bindings when the first device needs it: a gateway with trackers on the network has none. */
const loadSerialPort = async (): Promise<typeof SerialPort> => (await import('./serial-package.js')).SerialPort;

const READ_BYTES = 4_096;
/** for ports whose speed does not matter */
const DEFAULT_BAUD_RATE = 9_600;
const STTY_TIMEOUT_MS = 2_000;

/** A hang-up causes one of these two messages, which do not help the user. */
const describeLoss = (message: string): string =>
  /bad file descriptor|end of file/.test(message) ? 'the device went away' : `the device went away (${message})`;

/**
 * Opens a serial device or a pseudo-terminal; `node` is the device to open when `path` is only a name for it. Rejects
 * with a PortError.
 *
 * The package's stream keeps data written after `close` for the next open and may report a close twice. The gateway
 * therefore uses the package's binding directly, a new one for every open.
 */
export async function openSerialPort({ path, baudRate, onData, onClose }: OpenPortOptions, node = path): Promise<Port> {
  const { binding: bindings } = await loadSerialPort();
  const binding: SerialBinding = await bindings
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
    { path, baudRate: baudRate ?? DEFAULT_BAUD_RATE, onData, onClose },
  );
}

/**
 * Keeps DTR as it is when the open device at `node` is closed. The kernel's default drops DTR, which resets some
 * trackers; the package can set that flag but not clear it. Without stty, the kernel's default remains.
 */
const disableHupcl = (node: string): Promise<void> =>
  new Promise((resolve) => {
    execFile('stty', ['-F', node, '-hupcl'], { timeout: STTY_TIMEOUT_MS, killSignal: 'SIGKILL' }, () => {
      resolve();
    });
  });
