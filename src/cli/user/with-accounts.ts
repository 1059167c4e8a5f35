import { connectGateway, type GatewayOptions } from '../gateway/gateway-options.js';
import type { AccountDirectory } from './accounts.js';
import { createGatewayAccounts, USER_REMEDIES } from './gateway-accounts.js';

export type AccountSource = GatewayOptions & { readonly data?: string };

type AccountAccess = AccountSource & {
  /** options of the command; error messages name them instead of fields */
  readonly optionNames?: readonly string[];
  /** changes nothing: works while a gateway uses the data folder */
  readonly readOnly?: true;
};

/** Runs `work` with the accounts of the data folder in the options, or else of the running gateway. */
export async function withAccounts(
  access: AccountAccess,
  work: (accounts: AccountDirectory) => Promise<void>,
): Promise<void> {
  const { data, optionNames = [], readOnly } = access;
  if (data === undefined) {
    return work(createGatewayAccounts(await connectGateway(access, { options: optionNames, remedies: USER_REMEDIES })));
  }
  // Loaded on demand, because it needs the store.
  const { readOfflineAccounts, changeOfflineAccounts } = await import('./offline-accounts.js');
  return readOnly ? readOfflineAccounts(data, work) : changeOfflineAccounts({ data, optionNames }, work);
}
