import type { Answer } from './client.js';
import type { Rule } from './scope.js';

/** The calls of depots. Those that a call reads and changes are of another user than the caller. */

const CHANGE: Rule = { needs: 'admin' };

export const DEPOT_ACCESS: Readonly<Record<string, Rule>> = {
  'GET /api/depots': { needs: 'ingest' },
  'GET /api/depots/:depotId': { needs: 'ingest', sees: (user) => user.privileges.includes('admin') },
  'POST /api/depots': CHANGE,
  'PUT /api/depots/:depotId': CHANGE,
  'PATCH /api/depots/:depotId': CHANGE,
  'DELETE /api/depots/:depotId': CHANGE,
};

let count = 0;
const fresh = (): string => `depot-${(count += 1)}`;
const input = (): object => ({ name: fresh(), userId: 'id-of-elsewhere' });

export const DEPOT_BODIES: Readonly<Record<string, () => object>> = {
  // A gateway belongs to the user who posts first.
  'POST /api/records': () => ({ store: `${fresh()}:abcdefgh`, records: [] }),
  'POST /api/depots': input,
  'PUT /api/depots/:depotId': input,
  'PATCH /api/depots/:depotId': () => ({ unknownDevices: 'refuse' }),
};

type Call = (method: string, path: string, body?: object) => Promise<{ readonly body: Answer }>;

/** The path of a call about one depot, which exists; those of earlier calls would reach the bound. */
export async function withDepot(path: string, call: Call): Promise<string> {
  if (!path.includes('/api/depots')) return path;
  const { depots } = (await call('GET', '/api/depots')).body as unknown as { depots: { id: string }[] };
  for (const { id } of depots) await call('DELETE', `/api/depots/${id}`);
  if (!path.includes(':depotId')) return path;
  return path.replace(':depotId', String((await call('POST', '/api/depots', input())).body.id));
}
