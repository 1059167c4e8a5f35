import { execFile } from 'node:child_process';
import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SerialPort } from 'serialport';
import { messageOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { findHolders } from '../linux/holders.js';
import { resolveDevicePath } from '../linux/resolve.js';
import { portMessages } from '../messages.js';
import { fdOf, readChunk, writeAll, type SerialBinding } from './binding-io.js';
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
/**
 * Keeps DTR as it is when the device is closed. The kernel's default drops DTR, which resets some trackers; the package can
 * set that flag but not clear it. Without stty, the kernel's default remains.
 */
const KEEP_DTR = '-hupcl';
/** The major numbers of pseudo-terminals (Linux, devices.txt). */
const PTY_MAJORS = { first: 136, last: 143 } as const;
/**
 * The binding discards what a device holds each time it sets a usual rate. A real device is not received before it is
 * open, but a pseudo-terminal holds what was written to it: it is opened at a rate that the binding sets without that,
 * and stty then sets the rate.
 */
const UNUSUAL_BAUD_RATE = 12_345;

/** A hang-up causes one of these two messages, which do not help the user. */
const describeLoss = (path: string, detail: string): GatewayMessage =>
  /bad file descriptor|end of file/.test(detail)
    ? portMessages.wentAway({ path })
    : portMessages.wentAwayBecause({ path, detail });

/**
 * Opens a serial device or a pseudo-terminal; `node` is the device to open when `path` is only a name for it. Rejects
 * with a PortError.
 *
 * The package's stream keeps data written after `close` for the next open and may report a close twice. The gateway
 * therefore uses the package's binding directly, a new one for every open.
 */
export async function openSerialPort({ path, baudRate, onData, onClose }: OpenPortOptions, node = path): Promise<Port> {
  const { binding: bindings } = await loadSerialPort();
  const initialRate = baudRate ?? DEFAULT_BAUD_RATE;
  const isPty = await isPseudoTerminal(node);
  const binding: SerialBinding = await bindings
    .open({ path: node, baudRate: isPty ? UNUSUAL_BAUD_RATE : initialRate, hupcl: false })
    .catch(async (error: unknown) => {
      const message = messageOf(error);
      const portError = explainOpenError(path, message);
      throw portError.fault === 'busy' ? explainOpenError(path, message, await findHolders(node)) : portError;
    });

  const setBaudRate = async (rate: number): Promise<void> => {
    if (!isPty || !(await stty(node, [KEEP_DTR, String(rate)]))) await binding.update({ baudRate: rate });
  };
  if (isPty) await setBaudRate(initialRate).catch(() => undefined);
  else await stty(node, [KEEP_DTR]);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  return createStreamPort(
    {
      async read(signal, onWaiting) {
        const count = await readChunk(binding, buffer, signal, onWaiting);
        return new Uint8Array(buffer.subarray(0, count));
      },
      write: (bytes, signal) => writeAll(binding, bytes, signal),
      stop: () => binding.poller?.stop(),
      setBaudRate,
      isAlive: () => isAlive(binding, path),
      close: () => binding.close(),
      describeLoss,
    },
    { path, baudRate: initialRate, onData, onClose },
  );
}

async function isPseudoTerminal(node: string): Promise<boolean> {
  const major = await stat(node).then(
    ({ rdev }) => (rdev >> 8) & 0xfff,
    () => 0,
  );
  return major >= PTY_MAJORS.first && major <= PTY_MAJORS.last;
}

/** Whether the path still leads to the open device, and the device answers. Some drivers lose a device without an error. */
async function isAlive(binding: SerialBinding, path: string): Promise<boolean> {
  try {
    const present = await stat(await resolveDevicePath(path));
    const open = fstatSync(fdOf(binding));
    if (present.dev !== open.dev || present.ino !== open.ino || present.rdev !== open.rdev) return false;
    await binding.get();
    return true;
  } catch (error) {
    // A device without modem lines, such as a pseudo-terminal.
    return /inappropriate ioctl/i.test(messageOf(error));
  }
}

/** Changes settings of the open device at `node`, without discarding what it holds. False: stty failed or is missing. */
const stty = (node: string, settings: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('stty', ['-F', node, ...settings], { timeout: STTY_TIMEOUT_MS, killSignal: 'SIGKILL' }, (error) => {
      resolve(error === null);
    });
  });
