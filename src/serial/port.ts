import { SerialPort } from 'serialport';
import { messageOf } from '../errors.js';
import { readSome, writeAll, type Device } from './device.js';
import { holdersOf } from './machine/holders.js';
import { keepDtr } from './keep-dtr.js';
import type { Port, PortOptions } from './open-port.js';
import { explain } from './port-error.js';
import { createWirePort } from './wire-port.js';

export type { OpenPort, Port, PortOptions } from './open-port.js';

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

const readSize = 4_096;
/** where it matters to nobody */
const anyBaudRate = 9_600;

/** A hang-up shows itself as one of these two; neither would help anybody. */
const describeLoss = (said: string): string =>
  /bad file descriptor|end of file/.test(said) ? 'the device went away' : `the device went away (${said})`;

/**
 * Opens a serial device or a pseudo-terminal: `node`, when the path of the options does but stand for it. Rejects with
 * a PortError.
 *
 * The package's stream keeps what was written after `close` for the next open and may report a close twice, so the
 * device is driven through the package's binding, one for every open.
 */
export async function openPort({ path, baudRate, onData, onClose }: PortOptions, node = path): Promise<Port> {
  const device: Device = await SerialPort.binding
    .open({ path: node, baudRate: baudRate ?? anyBaudRate, hupcl: false })
    .catch(async (error: unknown) => {
      const said = messageOf(error);
      const refused = explain(path, said);
      throw refused.fault === 'busy' ? explain(path, said, await holdersOf(node)) : refused;
    });

  await keepDtr(node);
  const buffer = Buffer.allocUnsafe(readSize);
  return createWirePort(
    {
      async read(signal, waiting) {
        const count = await readSome(device, buffer, signal, waiting);
        return new Uint8Array(buffer.subarray(0, count));
      },
      write: (bytes, signal) => writeAll(device, bytes, signal),
      stop: () => device.poller?.stop(),
      setBaudRate: (rate) => device.update({ baudRate: rate }),
      close: () => device.close(),
      describeLoss,
    },
    { path, onData, onClose },
  );
}
