import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection by hand, for what no client would send. */
export type Wire = {
  readonly socket: Socket;
  /** what has come so far */
  readonly received: () => string;
  /** resolves with all that came once the connection is closed, however that was */
  readonly closed: Promise<string>;
};

export type WireOptions = { readonly localAddress?: string };

export async function openWire(port: number, options: WireOptions = {}): Promise<Wire> {
  const socket = connect({ host: '127.0.0.1', port, ...options });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve(received);
    });
  });
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

/** Sends `bytes` (each character one byte), and resolves with what comes until the other side ends the connection. */
export async function exchange(port: number, bytes: string, options: WireOptions = {}): Promise<string> {
  const { socket, closed } = await openWire(port, options);
  socket.write(bytes, 'latin1');
  return closed;
}

/** One request with `Connection: close`; `headers` as lines. */
export const ask = (
  port: number,
  line: string,
  headers: readonly string[] = [],
  body = '',
  options: WireOptions = {},
): Promise<string> =>
  exchange(
    port,
    [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n'),
    options,
  );

/** The status of each answer in `text`, in order. */
export const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
