import { connect } from 'node:net';

/** Load over plain sockets, because client libraries would dominate the measurement on two cores. */
export type LoadOptions = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** ms that a connection waits on average before each request; left out: not at all */
  readonly wait?: number;
  /** the bytes of the `i`-th request, headers and body */
  readonly request: (i: number) => string;
  /** whether a response has an expected status */
  readonly isExpected: (status: number) => boolean;
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** responses with an unexpected status */
  readonly bad: number;
  /** connections that ended without a response */
  readonly broken: number;
};

export async function load({
  url,
  connections,
  seconds,
  wait = 0,
  request,
  isExpected,
}: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let next = 0;
  let [bad, broken] = [0, 0];
  const begin = performance.now();
  const end = begin + seconds * 1000;

  /** Uses one connection until the end, or until the server closes it. */
  const useConnection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      let [sent, answer, isConnected] = [0, '', false];
      const sendNow = (): void => {
        sent = performance.now();
        if (sent < end) socket.write(request(next++));
        else socket.destroy();
      };
      const send = (): void => {
        if (wait === 0) sendNow();
        else setTimeout(sendNow, 2 * wait * Math.random());
      };
      socket.on('connect', () => {
        isConnected = true;
        send();
      });
      socket.on('error', (error) => {
        // A server that refuses a large body may reset the connection while it is sent.
        if (isConnected) broken += 1;
        else reject(error);
      });
      socket.on('close', () => {
        resolve();
      });
      socket.on('data', (text: string) => {
        answer += text;
        const head = answer.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
        if (answer.length < head + 4 + length) return;
        if (!isExpected(Number(answer.slice(9, 12)))) bad += 1;
        latencies.push(performance.now() - sent);
        const isLast = /^connection: close/im.test(answer.slice(0, head));
        answer = '';
        if (isLast) socket.destroy();
        else send();
      });
    });
  const one = async (): Promise<void> => {
    while (performance.now() < end) await useConnection();
  };

  await Promise.all(Array.from({ length: connections }, one));
  const took = (performance.now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / took, p50Ms: quantile(0.5), p99Ms: quantile(0.99), bad, broken };
}

/** The bytes of a request as a client sends it. */
export function httpRequest(method: string, path: string, token: string, body?: string): string {
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${content}\r\n${body ?? ''}`;
}
