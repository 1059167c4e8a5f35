import type { Uplinks } from '../../../src/services/uplinks/uplinks.js';
import { success } from '../../../src/errors.js';
import type { Answer } from './client.js';
import { isRestricted, type Rule } from './scope.js';

/** The calls of uplinks: what they forward concerns all devices, and where they connect the whole network. */

const READ: Rule = { may: (user) => !isRestricted(user) };
const CHANGE: Rule = { needs: 'admin', may: (user) => !isRestricted(user) };

export const UPLINK_ACCESS: Readonly<Record<string, Rule>> = {
  'GET /api/uplinks': READ,
  'GET /api/uplinks/:uplinkName/deadLetters': READ,
  'PUT /api/uplinks/:uplinkName': CHANGE,
  'DELETE /api/uplinks/:uplinkName': CHANGE,
  'POST /api/uplinks/:uplinkName/test': CHANGE,
  'POST /api/uplinks/:uplinkName/retry': CHANGE,
  'POST /api/uplinks/:uplinkName/reset': CHANGE,
};

const input = { type: 'rest', url: 'http://127.0.0.1:9', enabled: false } as const;

/** An uplink that is switched off, to an address where nothing answers. */
export const uplinkOf = (name: string): typeof input & { readonly name: string } => ({ name, ...input });

export const UPLINK_BODIES: Readonly<Record<string, () => object>> = {
  'PUT /api/uplinks/:uplinkName': () => input,
  'POST /api/uplinks/:uplinkName/test': () => ({}),
  'POST /api/uplinks/:uplinkName/reset': () => ({ from: 'now' }),
};

type Call = (method: string, path: string, body: object) => Promise<{ readonly body: Answer }>;

/** The path of a call about one uplink, which exists. */
export async function withUplink(path: string, call: Call): Promise<string> {
  if (!path.includes(':uplinkName')) return path;
  await call('PUT', '/api/uplinks/center', input);
  return path.replace(':uplinkName', 'center');
}

/** For services without uplinks. */
export const noUplinks: Uplinks = {
  readings: () => [],
  subscribe: () => () => undefined,
  list: () => success([]),
  put: () => Promise.reject(new Error('no uplinks')),
  remove: () => Promise.reject(new Error('no uplinks')),
  test: () => Promise.reject(new Error('no uplinks')),
  deadLetters: () => success([]),
  retry: () => Promise.reject(new Error('no uplinks')),
  reset: () => Promise.reject(new Error('no uplinks')),
};
