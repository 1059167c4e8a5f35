import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Subscribers of the event stream over plain sockets, which cost the bench little. */

const MARK = '"dateTime":"';
const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;

type Options = {
  readonly url: string;
  readonly token: string;
  readonly count: number;
  /** called with the time of each location that a subscriber receives, in ms since 1970 */
  readonly onLocation: (time: number) => void;
};

/** Resolves when every subscriber has received the headers of its stream. The result closes the streams. */
export async function subscribe({ url, token, count, onLocation }: Options): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: count }, async (): Promise<Socket> => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [string];
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the event stream is refused: ${head.slice(0, 200)}`);
      let rest = '';
      socket.on('data', (text: string) => {
        rest = readTimes(rest + text, onLocation);
      });
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Finds the times in the text of a stream; returns the end that may hold an incomplete one. */
function readTimes(text: string, onLocation: (time: number) => void): string {
  let from = 0;
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, from)) {
    const begin = at + MARK.length;
    if (begin + TIME_LENGTH > text.length) return text.slice(at);
    onLocation(Date.parse(text.slice(begin, begin + TIME_LENGTH)));
    from = begin + TIME_LENGTH;
  }
  return text.slice(Math.max(from, text.length - MARK.length));
}
