import { connectGateway, type GatewayOptions } from '../gateway/gateway-options.js';
import type { AccountDirectory } from './accounts.js';
import { createGatewayAccounts, USER_REMEDIES } from './gateway-accounts.js';

export type AccountSource = GatewayOptions & { readonly data?: string };

type AccountAccess = AccountSource & {
  /** the options of the command, to say what is refused by them */
  readonly optionNames?: readonly string[];
  /** nothing is changed: the gateway on the data folder may be running */
  readonly readOnly?: true;
};

/** Does `work` with the accounts that the options name: in the data folder when they name one. */
export async function withAccounts(
  access: AccountAccess,
  work: (accounts: AccountDirectory) => Promise<void>,
): Promise<void> {
  const { data, optionNames = [], readOnly } = access;
  if (data === undefined) {
    return work(createGatewayAccounts(await connectGateway(access, { options: optionNames, remedies: USER_REMEDIES })));
  }
  // Loaded by those alone who need it.
  const { readOfflineAccounts, changeOfflineAccounts } = await import('./offline-accounts.js');
  return readOnly ? readOfflineAccounts(data, work) : changeOfflineAccounts({ data, optionNames: optionNames }, work);
}
