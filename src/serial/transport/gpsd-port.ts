import type { GpsdAddress } from '../../schema/ports/port-path.js';
import { gpsdMessages } from '../messages.js';
import { createGpsdFilter, isGpsdBanner } from './gpsd-json.js';
import { PortError } from './port-error.js';
import type { OpenPortOptions, Port } from './port-types.js';
import { createStreamPort, type Transport } from './stream-port.js';
import { describeTcpLoss } from './tcp-error.js';
import { connectTo, createTcpTransport } from './tcp-port.js';

/** gpsd sends its banner at once. */
const BANNER_TIMEOUT_MS = 5_000;
const MAX_CHUNK_BYTES = 4_096;

/**
 * Opens the receivers of a gpsd, which shares them with other programs. gpsd then passes on what they send, unchanged:
 * `raw` 2 includes binary packets. It takes commands for itself over the same connection, so nothing can be written to
 * the receivers. Rejects with a PortError.
 */
export async function openGpsdPort(address: GpsdAddress, { path, onData, onClose }: OpenPortOptions): Promise<Port> {
  const socket = await connectTo(path, address);
  const transport = createTcpTransport(socket);
  const banner = await readBanner(transport);
  if (banner === undefined || !isGpsdBanner(banner)) {
    socket.destroy();
    const { host, port: number } = address;
    throw new PortError('error', gpsdMessages.noAnswer({ path, host, port: number }));
  }
  const watch = { enable: true, json: false, raw: 2, ...(address.device !== null && { device: address.device }) };
  await transport.write(Buffer.from(`?WATCH=${JSON.stringify(watch)};\n`), AbortSignal.timeout(BANNER_TIMEOUT_MS));
  const port = createStreamPort(withoutOwnLines(transport, banner), { path, baudRate: null, onData, onClose });
  return {
    ...port,
    write: () => Promise.reject(new PortError('error', gpsdMessages.readOnly({ path }))),
  };
}

/** The first bytes of the connection; undefined if there are none in time. */
async function readBanner(transport: Transport): Promise<Uint8Array | undefined> {
  const timeout = AbortSignal.timeout(BANNER_TIMEOUT_MS);
  const stop = (): void => {
    transport.stop();
  };
  timeout.addEventListener('abort', stop);
  try {
    return await transport.read(timeout, () => undefined);
  } catch {
    return undefined;
  } finally {
    timeout.removeEventListener('abort', stop);
  }
}

function withoutOwnLines(transport: Transport, banner: Uint8Array): Transport {
  const filter = createGpsdFilter();
  let data = filter.push(banner);
  return {
    ...transport,
    async read(signal, onWaiting) {
      while (data.length === 0) data = filter.push(await transport.read(signal, onWaiting));
      // Bytes that were held back come on top of those of one read.
      const chunk = data.subarray(0, MAX_CHUNK_BYTES);
      data = data.subarray(MAX_CHUNK_BYTES);
      return chunk;
    },
    describeLoss: describeTcpLoss(gpsdMessages),
  };
}
