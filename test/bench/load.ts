import { connect } from 'node:net';

/** Closed-loop load over plain sockets, because client libraries would dominate the measurement on two cores. */
export type LoadOptions = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** the bytes of the `i`-th request, headers and body */
  readonly request: (i: number) => string;
  /** the expected status of every response */
  readonly status: number;
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** responses with another status */
  readonly bad: number;
};

export async function load({ url, connections, seconds, request, status }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let next = 0;
  let bad = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      let sent = 0;
      let answer = '';
      const send = (): void => {
        sent = performance.now();
        if (sent >= end) {
          socket.destroy();
          resolve();
          return;
        }
        socket.write(request(next++));
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (text: string) => {
        answer += text;
        const head = answer.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
        if (answer.length < head + 4 + length) return;
        if (Number(answer.slice(9, 12)) !== status) bad += 1;
        latencies.push(performance.now() - sent);
        answer = '';
        send();
      });
    });

  await Promise.all(Array.from({ length: connections }, one));
  const took = (performance.now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / took, p50Ms: quantile(0.5), p99Ms: quantile(0.99), bad };
}

/** The bytes of a request as a client sends it. */
export function httpRequest(method: string, path: string, token: string, body?: string): string {
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${content}\r\n${body ?? ''}`;
}
