import { gatewayOf, type GatewayOptions } from '../gateway-options.js';
import type { Accounts } from './accounts.js';
import { createGatewayAccounts, userRemedies } from './gateway-accounts.js';

export type AccountsOptions = GatewayOptions & { readonly data?: string };

type Wanted = AccountsOptions & {
  /** the options of the command, to say what is refused by them */
  readonly wording?: readonly string[];
  /** nothing is changed: the gateway on the data folder may be running */
  readonly looks?: true;
};

/** Does `work` with the accounts that the options name: in the data folder when they name one. */
export async function withAccounts(wanted: Wanted, work: (accounts: Accounts) => Promise<void>): Promise<void> {
  const { data, wording = [], looks } = wanted;
  if (data === undefined) {
    return work(createGatewayAccounts(await gatewayOf(wanted, { options: wording, remedies: userRemedies })));
  }
  // Loaded by those alone who need it.
  const { lookIntoStore, withStore } = await import('./stored-accounts.js');
  return looks ? lookIntoStore(data, work) : withStore({ data, wording }, work);
}
