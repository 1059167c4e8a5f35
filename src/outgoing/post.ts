import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Timers } from '../time/clock.js';

export type PostOptions = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** false: a connection of its own, which is closed afterwards */
  readonly agent: http.Agent | false;
  /** ms for the name, the connection, the request and the answer together */
  readonly limitMs: number;
  /** A longer body of the answer closes the connection. */
  readonly maxAnswerBytes: number;
  /** The body of the answer is read and dropped after the promise has settled. */
  readonly isStatusEnough?: boolean;
  readonly timers: Pick<Timers, 'after'>;
};

export type PostAnswer =
  | {
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** undefined: longer than `maxAnswerBytes`, or not wanted; that of a redirect never is */
      readonly body: Buffer | undefined;
    }
  /** `error` has a `code`: that of the system, of Node, or one of `TIMEOUT`, `CLOSED`, `INCOMPLETE` and `CANCELED`. */
  | { readonly status: null; readonly error: Error };

/** `answer` never rejects; `cancel` settles it at once. */
export type PendingPost = { readonly answer: Promise<PostAnswer>; readonly cancel: (reason: string) => void };

/** An answer with longer headers, or longer trailers, is an error. */
const MAX_HEADER_BYTES = 16_384;
/** A far side sends one or two (100, 103) before its answer, if any. */
const MAX_INTERIM_ANSWERS = 16;

/**
 * Sends one POST and follows no redirect. The far side may be anything: the promise settles at the limit, whatever the
 * connection does and whatever Node reports of it.
 */
export function post(options: PostOptions): PendingPost {
  const { timers, limitMs, isStatusEnough = false, maxAnswerBytes, body } = options;
  let settle: (answer: PostAnswer) => void = () => undefined;
  const answer = new Promise<PostAnswer>((resolve) => (settle = resolve));
  let request: http.ClientRequest | undefined;
  let interim = 0;
  let hasResponse = false;
  let isOver = false;
  const cancelLimit = timers.after(limitMs, () => {
    end(failed('TIMEOUT', `no answer within ${limitMs / 1_000} s`));
  });
  const finish = (given: PostAnswer): void => {
    isOver = true;
    cancelLimit();
    settle(given);
  };
  const end = (given: PostAnswer): void => {
    // The connection may serve the next request already.
    if (isOver) return;
    finish(given);
    request?.destroy();
  };

  function onResponse(response: IncomingMessage): void {
    hasResponse = true;
    const given = answerOf(response);
    if (isStatusEnough) settle(given);
    if (isRedirect(given.status)) {
      end(given);
      return;
    }
    const pieces: Buffer[] = [];
    let length = 0;
    response.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length > maxAnswerBytes) end(given);
      else if (!isStatusEnough) pieces.push(piece);
    });
    response.once('end', () => {
      finish({ ...given, body: Buffer.concat(pieces) });
    });
    const cut = (): void => {
      end(failed('INCOMPLETE', 'the connection was closed in the middle of the answer'));
    };
    response.on('error', cut).once('close', cut);
  }

  const fail = (error: Error): void => {
    end({ status: null, error });
  };
  try {
    request = open(options);
  } catch (error) {
    // A file of `tls` that OpenSSL refuses.
    fail(error instanceof Error ? error : new Error(String(error)));
    return { answer, cancel: () => undefined };
  }
  request.on('response', onResponse);
  request.on('information', ({ statusCode, headers }) => {
    interim += 1;
    if (interim > MAX_INTERIM_ANSWERS) end({ status: statusCode, headers, body: undefined });
  });
  request.on('upgrade', (response, socket) => {
    socket.on('error', () => undefined).destroy();
    end(answerOf(response));
  });
  request.on('error', fail);
  request.on('close', () => {
    if (!hasResponse) end(failed('CLOSED', 'the connection was closed without an answer'));
  });
  request.end(body);
  return {
    answer,
    cancel(reason) {
      end(failed('CANCELED', reason));
    },
  };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const failed = (code: string, message: string): PostAnswer => ({
  ...{ status: null, error: Object.assign(new Error(message), { code }) },
});

const answerOf = ({ statusCode = 0, headers }: IncomingMessage): Exclude<PostAnswer, { status: null }> => ({
  ...{ status: statusCode, headers, body: undefined },
});

function open({ url, headers, body, agent }: PostOptions): http.ClientRequest {
  const { request } = url.protocol === 'https:' ? https : http;
  const length = String(Buffer.byteLength(body));
  return request(url, {
    ...{ method: 'POST', agent, maxHeaderSize: MAX_HEADER_BYTES },
    headers: { ...headers, 'Content-Length': length },
  });
}
