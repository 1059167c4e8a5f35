import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../api/client.js';

const TRY_AGAIN_MS = 20;

/** Serves connections of the gateway until the time is over; `use` gets the first bytes of each. Resolves with their number. */
export async function serveFarSide(
  { farSidePort, seconds }: { readonly farSidePort: number; readonly seconds: number },
  use: (socket: Socket, first: Buffer) => void,
): Promise<{ readonly connections: number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', (first) => {
      socket.resume();
      use(socket, first);
    });
  });
  server.listen(farSidePort, '127.0.0.1');
  await delay(seconds * 1_000);
  for (const socket of sockets) socket.destroy();
  server.close();
  return { connections };
}

/** Writes `piece` again and again, as long as the connection takes it. */
export function flood(socket: Socket, piece: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Resolves once the attacker listens. */
async function untilServed(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port });
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(TRY_AGAIN_MS);
  }
}

/** Adds the uplinks once the attacker listens, and tests the first of them again and again until the time is over. */
export async function useUplinks(
  admin: Client,
  { farSidePort, seconds }: { readonly farSidePort: number; readonly seconds: number },
  uplinks: Readonly<Record<string, object>>,
): Promise<void> {
  await untilServed(farSidePort);
  const end = performance.now() + (seconds - 1) * 1_000;
  for (const [name, settings] of Object.entries(uplinks)) {
    const { status, body } = await admin.call('PUT', `/api/uplinks/${name}`, settings);
    if (status !== 200 && status !== 201) throw new Error(`PUT ${name}: ${status} ${body.error ?? ''}`);
  }
  const [settings] = Object.values(uplinks);
  while (performance.now() < end) await admin.call('POST', '/api/uplinks/tried/test', { settings });
}
