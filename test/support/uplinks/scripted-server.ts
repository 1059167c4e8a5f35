import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import type { SendResult } from '../../../src/uplinks/sink.js';

/** A request as it came; `bytes`: of its body on the wire. */
type Received = {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  /** the common name of the client certificate */
  readonly client?: string | readonly string[] | undefined;
};

/** Answers one request; nothing is sent but what it writes. */
export type Answering = (received: Received, response: ServerResponse) => void;

export const json =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answering =>
  (_received, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const TOKEN = json(200, { success: true, token: 'a-token', expires: '2099-01-01T00:00:00.000Z' });

export const CONNECTED = json(201, { success: true, accepted: 0, duplicates: 0, refused: [] });
/** The probe of the uplink is answered, and all batches by `answering`. */
export const batches =
  (answering: Answering): Answering =>
  (one, response) => {
    const isProbe = (one.body.records as readonly unknown[]).length === 0;
    (isProbe ? CONNECTED : answering)(one, response);
  };

export const outcomesOf = ({ results }: SendResult): string[] => results.map(({ outcome }) => outcome);

/** A client without a certificate has an empty one. */
const commonNameOf = (socket: TLSSocket): string | readonly string[] | undefined =>
  (socket.getPeerCertificate() as Partial<PeerCertificate>).subject?.CN;

/** An HTTP server that answers by a script. Call it in `describe`; `answer` is replaced by each test. */
export function useScriptedServer(tls?: () => ServerOptions) {
  let server: Server;
  const received: Received[] = [];
  let answer: Answering = json(500, {});

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const bytes = Buffer.concat(pieces);
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      const body = JSON.parse(plain.toString('utf8')) as Received['body'];
      const { socket } = request;
      const client = socket instanceof TLSSocket ? commonNameOf(socket) : undefined;
      const one = { path: request.url ?? '', body, headers: request.headers, bytes: bytes.length, client };
      received.push(one);
      answer(one, response);
    });
  };

  before((done) => {
    server = tls === undefined ? createServer(onRequest) : createTlsServer(tls(), onRequest);
    server.listen(0, '127.0.0.1', done);
  });
  beforeEach(() => {
    received.length = 0;
  });
  after((done) => {
    server.close(done);
    server.closeAllConnections();
  });

  return {
    url: (): string => `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Calls by path: the token call is answered unless there is a row for it. */
    answerBy(rows: Readonly<Record<string, Answering>>) {
      const all: Readonly<Record<string, Answering>> = { '/api/Auth/Token': TOKEN, ...rows };
      answer = (one, response) => {
        const answering = all[one.path] ?? all['*'] ?? json(404, { success: false, error: 'no such path' });
        answering(one, response);
      };
    },
  };
}
