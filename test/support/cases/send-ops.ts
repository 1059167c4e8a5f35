import { connect } from 'node:net';
import type { Answer } from '../api/client.js';
import type { OpsCase } from './ops-case.js';

/** One request of a case; `hex` are the bytes of the body. */
export type OpsRequest = {
  readonly request: string;
  readonly contentType?: string | null;
  readonly header?: string;
  readonly host?: string;
  readonly body?: string;
  readonly hex?: string;
};

type Target = { readonly url: string; readonly token: string };
export type Answered = { readonly status: number; readonly body: Answer };

/** The requests of a case, of which some have one and some a list. */
export const requestsOf = ({ input }: OpsCase): readonly OpsRequest[] =>
  (Array.isArray(input) ? (input as readonly OpsRequest[]) : [input as OpsRequest]).filter(
    ({ request }) => typeof request === 'string',
  );

/** Sends a request of a case; `change` has headers that differ from those of the case. */
export async function sendRequest(
  { url, token }: Target,
  { request, contentType = 'application/json', body, hex }: OpsRequest,
  change: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const [method = 'GET', path = ''] = request.split(' ');
  const type = contentType === null ? {} : { 'Content-Type': contentType };
  // `fetch` adds a type to a text, but not to bytes.
  const bytes = hex === undefined ? (body === undefined ? undefined : Buffer.from(body)) : Buffer.from(hex, 'hex');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...type, ...change },
    ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Sends bytes over a connection of their own and resolves with all that comes until the gateway or the test closes it. */
export const sendBytes = (
  port: number,
  bytes: Buffer | string,
  isComplete: (text: string) => boolean,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (isComplete(text)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(text);
    });
  });
