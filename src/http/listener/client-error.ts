import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { errnoOf, type ErrorCode } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Connections } from './connections.js';

/** The response to errors of the HTTP parser; after any other error the data is not HTTP. */
const PARSER_ERRORS: Readonly<Record<string, readonly [status: number, code: ErrorCode, error: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'validation_failed', 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'the request was not complete in time: send it again'],
};
const NOT_HTTP = [400, 'validation_failed', 'this is not an HTTP request'] as const;

/** Answers data that is not a request with the envelope of every failure, and closes the connection. */
export function handleClientErrors(
  server: Server,
  { canRespond }: Pick<Connections, 'canRespond'>,
  logger: Logger,
): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    // Nothing may be written into another response, or before the TLS handshake.
    if (!socket.writable || !canRespond(socket) || errnoOf(error) === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, code, reason] = PARSER_ERRORS[errnoOf(error) ?? ''] ?? NOT_HTTP;
    const requestId = randomUUID();
    logger.debug({ requestId, status, reason: error.message }, 'connection refused');
    const body = JSON.stringify({ success: false, error: reason, code, requestId });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}
