import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';

export type PinnedRequest = {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
};

/**
 * A request to a server that must show exactly this certificate (PEM): nothing is sent before it has. Neither an authority nor
 * the name counts, because the certificate is that of the configuration.
 */
export async function pinnedRequest(url: URL, options: PinnedRequest, certificate: string): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = options;
  const socket = await connectPinned(url, certificate, signal);
  const sent = request(url.href.replace(/^https:/, 'http:'), {
    method,
    headers,
    signal,
    createConnection: () => socket,
  });
  // Node reports neither an answer nor an error of a connection that switches the protocol.
  const closed = once(sent, 'close', { signal }).then(() => {
    throw new Error('the connection was closed without an answer');
  });
  sent.end(body);
  const [message] = (await Promise.race([once(sent, 'response', { signal }), closed])) as [IncomingMessage];
  const content = await buffer(message);
  const { statusCode: status = 500 } = message;
  const values = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(content.length === 0 ? null : new Uint8Array(content), { status, headers: values });
}

async function connectPinned(url: URL, certificate: string, signal: AbortSignal): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({
    host,
    port: Number(url.port === '' ? 443 : url.port),
    ...(isIP(host) === 0 && { servername: host }),
    // The comparison below replaces the check of the chain.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal });
    const shown = socket.getPeerX509Certificate();
    if (shown?.raw.equals(new X509Certificate(certificate).raw) === true) return socket;
    throw new Error('it shows another certificate than that of the configuration: restart it, or name it with --url');
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
