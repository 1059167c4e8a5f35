import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'mocha';

export type ReverseProxy = { readonly url: string };

/**
 * A reverse proxy that serves the gateway below `/waypost/`, as `proxy_pass http://127.0.0.1:8080/` of nginx does, and
 * appends the client to `X-Forwarded-For`. Stops after the tests of the suite.
 */
export async function startReverseProxy(gatewayPort: number): Promise<ReverseProxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const path = /^\/waypost(\/.*)$/.exec(incoming.url ?? '')?.[1];
    if (path === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const forwarded = [incoming.headers['x-forwarded-for'] ?? [], incoming.socket.remoteAddress ?? '']
      .flat()
      .join(', ');
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded };
    const { method } = incoming;
    const passing = request({ host: '127.0.0.1', port: gatewayPort, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      outgoing.on('close', () => answer.destroy());
    });
    passing.on('error', () => outgoing.destroy());
    incoming.pipe(passing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
