import { viewUser } from '../../domain/accounts/user.js';
import { valueOf, WaypostError } from '../../errors.js';
import { changeQuerySchema } from '../../schema/changes/change-query.js';
import { queryValidator } from '../../schema/validator.js';
import { listChanges } from '../../services/changes.js';
import { english } from '../../messages/english.js';
import { openReadonlyStore } from '../../store/check/readonly-store.js';
import { createClock } from '../../time/clock.js';
import { assertLog } from '../data/store-folder.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { withOptionNames } from '../options/option-errors.js';

const validateQuery = queryValidator(changeQuerySchema);

/**
 * Answers the calls of `waypost changes` from a data folder, as its gateway would. A reader of the folder can read all of
 * the log, so nothing more is shown or hidden than to an administrator.
 */
export async function withFolder(
  folder: string,
  optionNames: readonly string[],
  work: (source: Pick<GatewayClient, 'call'>) => Promise<void>,
): Promise<void> {
  await assertLog(folder);
  const { state, history, since, losses, unusable, close } = await openReadonlyStore(folder);
  for (const loss of [...(unusable === null ? [] : [unusable]), ...losses])
    process.stderr.write(`waypost: ${folder}: ${english(loss)}\n`);
  const source = { state, history, since: () => since, now: createClock().now };

  async function call(_method: string, path: string): Promise<Readonly<Record<string, unknown>>> {
    const { pathname, searchParams } = new URL(path, 'file://');
    if (pathname === '/api/users') return { users: [...state.users.values()].map((user) => viewUser(user, state)) };
    const query = valueOf(validateQuery(Object.fromEntries(searchParams)));
    const page = await listChanges(source, query, true);
    if (!page.ok) throw new WaypostError(page.code, withOptionNames(page.message, optionNames));
    return page.value;
  }

  await work({ call }).finally(close);
}
