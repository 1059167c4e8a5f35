import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { BlockDisk } from './block-disk.js';

/**
 * Serves a disk over the part of the Network Block Device protocol that one client needs.
 * https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
 */
export async function serveNbd(disk: BlockDisk, path: string): Promise<Server> {
  const server = createServer((socket) => {
    serve(disk, socket).catch(() => socket.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  return server;
}

const OPTION_REPLY = 0x3e889045565a9n;
const REQUEST = 0x25609513;
const SIMPLE_REPLY = 0x67446698;
const UNSUPPORTED = 0x80000001;
const EINVAL = 22;
/** NBD_FLAG_HAS_FLAGS, NBD_FLAG_SEND_FLUSH, NBD_FLAG_SEND_WRITE_ZEROES */
const FLAGS = 1 | 4 | 64;

async function serve(disk: BlockDisk, socket: Socket): Promise<void> {
  socket.write(Buffer.concat([Buffer.from('NBDMAGICIHAVEOPT'), uint(2, 1)]));
  const take = reader(socket);
  await take(4);
  if (!(await negotiate(disk, socket, take))) return;
  for (;;) {
    const head = await take(28);
    if (head.readUInt32BE(0) !== REQUEST) throw new Error('not a request');
    const [type, handle] = [head.readUInt16BE(6), head.subarray(8, 16)];
    const [at, length] = [Number(head.readBigUInt64BE(16)), head.readUInt32BE(24)];
    const data = type === 1 ? await take(length) : Buffer.alloc(0);
    if (type === 2) {
      socket.end();
      return;
    }
    const response = perform(disk, type, at, length, data);
    const error = response === undefined ? EINVAL : 0;
    socket.write(Buffer.concat([uint(4, SIMPLE_REPLY), uint(4, error), handle, response ?? Buffer.alloc(0)]));
  }
}

/** The bytes of the response; undefined for an unknown request. */
function perform(disk: BlockDisk, type: number, at: number, length: number, data: Buffer): Buffer | undefined {
  switch (type) {
    case 0:
      return disk.read(at, length);
    case 1:
      disk.write(at, Buffer.from(data));
      break;
    case 3:
      disk.flush();
      break;
    case 6:
      disk.write(at, Buffer.alloc(length));
      break;
    default:
      return undefined;
  }
  return Buffer.alloc(0);
}

/** The options phase; true once the client continues with requests. */
async function negotiate(disk: BlockDisk, socket: Socket, take: Take): Promise<boolean> {
  for (;;) {
    const head = await take(16);
    const [option, length] = [head.readUInt32BE(8), head.readUInt32BE(12)];
    await take(length);
    const reply = (type: number, data = Buffer.alloc(0)): void => {
      socket.write(Buffer.concat([uint(8, OPTION_REPLY), uint(4, option), uint(4, type), uint(4, data.length), data]));
    };
    if (option === 2) {
      reply(1);
      socket.end();
      return false;
    }
    // NBD_OPT_INFO and NBD_OPT_GO request the size; the others are optional.
    if (option !== 6 && option !== 7) {
      reply(UNSUPPORTED);
      continue;
    }
    reply(3, Buffer.concat([uint(2, 0), uint(8, disk.size), uint(2, FLAGS)]));
    reply(1);
    if (option === 7) return true;
  }
}

type Take = (length: number) => Promise<Buffer>;

/** Reads a socket in chunks of the requested lengths. */
function reader(socket: Socket): Take {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest = Buffer.alloc(0);
  return async (length) => {
    while (rest.length < length) {
      const { done, value } = await chunks.next();
      if (done === true) throw new Error('the client has disconnected');
      rest = Buffer.concat([rest, value]);
    }
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
}

function uint(bytes: 2 | 4 | 8, value: number | bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - bytes);
}
