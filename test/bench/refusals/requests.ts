import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { userInput } from '../../support/api/examples.js';
import { signIn, type Client } from '../../support/api/client.js';
import { locationAt, postOf, workloads } from '../http/requests.js';
import { DEVICES, deviceOf } from '../measure/gateway.js';

/** Posts that are refused for one reason each, and the expected status; and those that are stored. */
export type Posts = { readonly requests: readonly string[]; readonly status: number };
export type Kind = 'stored' | 'schema' | 'scope' | 'token' | 'stored alone' | 'size';

const BODY_LIMIT = 1_048_576;

/** The connection ends after the answer, as it does after a body that is too large. */
const alone = (request: string): string => request.replace('\r\n', '\r\nConnection: close\r\n');

const each = (of: (device: string, i: number) => string): readonly string[] =>
  Array.from({ length: DEVICES }, (_, i) => of(deviceOf(i), i));

/** The token of a user who sees only another device. */
async function strangerToken(url: string, admin: Client): Promise<string> {
  await admin.call('POST', '/api/devices', { id: 'other' });
  const { body } = await admin.call('POST', '/api/users', { ...userInput('stranger'), deviceId: 'other' });
  const { apiKey } = (await admin.call('POST', `/api/users/${String(body.id)}/apiKey`, {})).body;
  return (await signIn(url, { userName: 'stranger', apiKey: String(apiKey) })).token;
}

/** As long as a real token, and signed with another key. */
const foreignToken = (i: number): string =>
  jwt.sign({ subject: 'admin' }, createSecretKey(Buffer.alloc(32, i)), {
    issuer: 'another gateway of the depot',
    audience: 'waypost',
    jwtid: `grant.${i}`.padEnd(70, '0'),
  });

export async function postsOf(url: string, client: Client): Promise<Readonly<Record<Kind, Posts>>> {
  const { token } = client;
  const stranger = await strangerToken(url, client);
  const wrong = { ...locationAt(0), latitude: 'north' };
  const large = { ...locationAt(0), attributes: { note: 'x'.repeat(BODY_LIMIT) } };
  return {
    stored: { status: 201, requests: workloads.post(token) },
    schema: { status: 400, requests: each((device) => postOf(token, device, wrong)) },
    scope: { status: 403, requests: each((device) => postOf(stranger, device, locationAt(0))) },
    token: { status: 401, requests: each((device, i) => postOf(foreignToken(i), device, locationAt(0))) },
    'stored alone': { status: 201, requests: workloads.post(token).map(alone) },
    size: { status: 413, requests: each((device) => postOf(token, device, large)) },
  };
}
