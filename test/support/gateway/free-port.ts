import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that Linux gives to programs that ask for any port. */
const FIRST = 10_000;
const LAST = 32_767;
const HOST = '127.0.0.1';

/** Whether the socket is bound. */
const isBound = (socket: Server | Socket): Promise<boolean> =>
  once(socket, 'listening').then(
    () => true,
    () => false,
  );

/** Reserves the number for this process until its end: an abstract socket has a name and no file. */
async function isReserved(port: number): Promise<boolean> {
  const reservation = createServer().listen(`\0waypost-test-port-${port}`);
  const isOwn = await isBound(reservation);
  reservation.unref();
  return isOwn;
}

async function isFree(port: number): Promise<boolean> {
  for (const bind of [() => createServer().listen(port, HOST), () => createSocket('udp4').bind(port, HOST)]) {
    const socket = bind();
    if (!(await isBound(socket))) return false;
    socket.close();
    await once(socket, 'close');
  }
  return true;
}

/** A TCP and UDP port of 127.0.0.1 that no program has, and that no other test gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
}
