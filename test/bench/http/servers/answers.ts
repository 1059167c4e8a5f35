import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { POSITION } from '../../measure/position.js';

/** The gateway's answers to the measured requests, as the compared servers give them. */

export const lastAnswer = {
  success: true,
  error: null,
  lastLocation: {
    dateTime: '2026-01-01T00:00:00.000Z',
    ...POSITION,
  },
};

export const receiptOf = (body: unknown): object => ({
  success: true,
  error: null,
  accepted: Array.isArray(body) ? body.length : 1,
  duplicates: 0,
});

/** Reads and parses a body, without any check. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}

/** Listens on a free port of this machine, and prints it with the token that the server accepts. */
export function listen(server: Server, token = 'none'): void {
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port} ${token}\n`);
  });
}
