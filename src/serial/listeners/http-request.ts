import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Peer } from './peers.js';
import { createReplyPort } from './reply-port.js';
import type { ListenerContext } from './transport.js';

/** of a form or of JSON */
const MAX_BODY_BYTES = 16 * 1024;
/** A session takes more memory than a short request. */
const MIN_UNSETTLED_BYTES = 4_096;
const RETRY_AFTER_S = 10;
/** Every browser starts its name with this, and no page can change that without asking first. */
const BROWSER = /^mozilla\//i;
/** What only browsers send. */
const BROWSER_HEADERS = ['origin', 'referer', 'sec-fetch-site'];
const REPLY = /^([2-5]\d\d) (.*)/;

type Answer = {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** the body was not read, or not to its end */
  readonly ends?: true;
};

type Requester = {
  readonly peer: Peer;
  /** Called with each report of a registered device that is stored. */
  readonly onRegistered: () => void;
};

/** Answers one request; true if its protocol session accepted it. Never rejects. */
export async function answerRequest(
  context: ListenerContext,
  requester: Requester,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const answer = refusalOf(context, request) ?? (await readAndRun(context, requester, request));
  if (answer === undefined) return false;
  send(response, answer);
  return answer.status < 300;
}

/** Requests that are refused by their first lines. */
function refusalOf({ refuse, shared }: ListenerContext, { method, headers }: IncomingMessage): Answer | undefined {
  if (isFromWebPage(headers)) {
    refuse('web_page');
    return { status: 403, text: 'requests of web browsers are refused: use an app, or curl for a test', ends: true };
  }
  if (method !== 'GET' && method !== 'POST') {
    refuse('bad_request');
    return { status: 405, text: 'only GET and POST are allowed', headers: { Allow: 'GET, POST' }, ends: true };
  }
  if (shared.unsettledBytes.isFull()) {
    refuse('queue_full');
    const headers503 = { 'Retry-After': String(RETRY_AFTER_S) };
    return {
      status: 503,
      text: 'too many reports wait for the store: try again later',
      headers: headers503,
      ends: true,
    };
  }
  return undefined;
}

/** A page on the internet must not report positions through a browser in the depot. */
const isFromWebPage = (headers: IncomingHttpHeaders): boolean =>
  BROWSER_HEADERS.some((name) => headers[name] !== undefined) || BROWSER.test(headers['user-agent'] ?? '');

/** Undefined: the connection was lost before the request was complete. */
async function readAndRun(
  context: ListenerContext,
  requester: Requester,
  request: IncomingMessage,
): Promise<Answer | undefined> {
  const body = await readBody(context, request);
  if (body === 'lost') return undefined;
  if (body === 'too long') {
    context.refuse('bad_request');
    return { status: 413, text: `the body must have at most ${MAX_BODY_BYTES} bytes`, ends: true };
  }
  const [, query = ''] = /\?([^#]*)/.exec(request.url ?? '') ?? [];
  return run(context, requester, body.length > 0 ? body : Buffer.from(query));
}

function readBody({ shared }: ListenerContext, request: IncomingMessage): Promise<Buffer | 'too long' | 'lost'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.resolve('too long');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const held = shared.heldBytes.open(() => request.socket.destroy());
    const settle = (result: Buffer | 'too long' | 'lost'): void => {
      held.close();
      request.removeAllListeners('data');
      resolve(result);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      held.set(bytes);
      if (bytes > MAX_BODY_BYTES) settle('too long');
    });
    request.on('end', () => {
      settle(Buffer.concat(chunks));
    });
    request.on('close', () => {
      settle('lost');
    });
    request.on('error', () => {
      settle('lost');
    });
  });
}

/** Runs the request as one datagram, and answers when its records are stored. */
async function run(context: ListenerContext, { peer, onRegistered }: Requester, chunk: Uint8Array): Promise<Answer> {
  let reply = '';
  const session = context.openSession(
    peer,
    createReplyPort((data) => {
      reply += Buffer.from(data).toString();
      return Promise.resolve();
    }),
    { isDatagram: true, onRegistered },
  );
  session.onData(chunk, Math.max(chunk.length, MIN_UNSETTLED_BYTES));
  await session.flush();
  await session.end();
  const [, status, text = ''] = REPLY.exec(reply) ?? [];
  return status === undefined
    ? { status: 400, text: 'no query and no body that the protocol can read' }
    : { status: Number(status), text };
}

/** Without any header of CORS: no page can read it. */
function send(response: ServerResponse, { status, text, headers = {}, ends }: Answer): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
    ...(ends === true && { Connection: 'close' }),
  });
  response.end(body);
}
