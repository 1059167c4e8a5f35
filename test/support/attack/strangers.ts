import { once } from 'node:events';
import { request, type Agent, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** between a connection that was closed and the next one */
const PAUSE_MS = 100;

export type Address = { readonly host: string; readonly port: number };

/** A connection from an address of the loopback network; undefined if it is refused. Errors of it are ignored. */
export async function connectFrom(localAddress: string, { host, port }: Address): Promise<Socket | undefined> {
  const socket = connect({ host, port, localAddress });
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  socket.on('error', () => undefined);
  return socket;
}

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** a body of another type than JSON */
  readonly text?: string;
  readonly type?: string;
  readonly token?: string;
  readonly localAddress?: string;
};

/** Reads the whole answer of a GET; status 0 if it is not complete. */
export function readAnswer(
  { host, port }: Address,
  { path, token, agent }: { readonly path: string; readonly token: string; readonly agent: Agent },
): Promise<{ readonly status: number; readonly bytes: number }> {
  return new Promise((resolve) => {
    let bytes = 0;
    const sent = request({ host, port, path, headers: { Authorization: `Bearer ${token}` }, agent }, (response) => {
      response.on('data', (piece: Buffer) => (bytes += piece.length));
      response.once('close', () => {
        resolve({ status: response.complete ? (response.statusCode ?? 0) : 0, bytes });
      });
    });
    sent.on('error', () => {
      resolve({ status: 0, bytes });
    });
    sent.end();
  });
}

/** The status of a call on a connection of its own; 0 if there is no answer. */
export function callOnce({ host, port }: Address, call: Call): Promise<number> {
  const { method, path, body, type = 'application/json', token, localAddress } = call;
  const text = body === undefined ? call.text : JSON.stringify(body);
  const headers: OutgoingHttpHeaders = {
    ...(text !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const sent = request(
      { host, port, method, path, headers, ...(localAddress !== undefined && { localAddress }), agent: false },
      (response) => {
        response.resume();
        response.once('close', () => {
          resolve(response.statusCode ?? 0);
        });
      },
    );
    sent.on('error', () => {
      resolve(0);
    });
    sent.end(text);
  });
}

/** Counts by status, as `status 201`. */
export function createTally(): {
  readonly add: (status: number) => void;
  readonly counts: () => Record<string, number>;
} {
  const counts = new Map<string, number>();
  return {
    add(status) {
      const key = status === 0 ? 'no answer' : `status ${status}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    counts: () => Object.fromEntries(counts),
  };
}

/**
 * Keeps `count` connections, or the `scale` of them, open until the time is over, a new one for each that is closed. `use` is called with each,
 * and its index. Resolves with the number of connections opened.
 */
export async function holdConnections(
  { seconds, scale, ...address }: Address & { readonly seconds: number; readonly scale: number },
  count: number,
  localAddress: (index: number) => string,
  use: (socket: Socket, index: number) => void,
): Promise<{ readonly opened: number }> {
  const end = performance.now() + seconds * 1000;
  let opened = 0;
  await Promise.all(
    Array.from({ length: Math.ceil(count * scale) }, async (_, index) => {
      while (performance.now() < end) {
        const socket = await connectFrom(localAddress(index), address);
        if (socket !== undefined) {
          opened += 1;
          const closed = new Promise<void>((resolve) => socket.once('close', resolve));
          use(socket, index);
          await Promise.race([closed, delay(end - performance.now())]);
          socket.destroy();
        }
        await delay(PAUSE_MS);
      }
    }),
  );
  return { opened };
}

/** `workers` loops of `task` until the time is over. */
export async function repeatFor(
  seconds: number,
  workers: number,
  task: (turn: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let turn = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) await task(turn++);
    }),
  );
}
