import { Command } from 'commander';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';
import { createGatewayAccounts, USER_REMEDIES } from './user/gateway-accounts.js';
import { findUser } from './user/find-user.js';
import { withAccounts, type AccountSource } from './user/with-accounts.js';

type KeyCommandOptions = GatewayOptions & { readonly json?: true };

const HELP = `
WAYPOST_API_KEY is the API key of --user. A key for another user takes the privilege users:write.

When the key of the administrator is lost: stop the gateway, and make a new one in its data folder. Whoever may write
that folder may do so. As it is installed by the package:

  sudo systemctl stop waypost
  sudo -u waypost waypost key new admin --data /var/lib/waypost
  sudo systemctl start waypost

Exit status: 0 when it is done, 1 when it is refused.`;

const key = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description))
    .argument('<user>', 'name, email or id')
    .option('--json', 'print JSON');

export const keyCommand = (): Command =>
  new Command('key')
    .description('the API keys of users: new, revoke')
    .addHelpText('after', HELP)
    .addCommand(
      key('new', 'a new API key, shown this once; the former one and its tokens end')
        .option('--data <folder>', 'in place of a running gateway: the data folder of one that is stopped')
        .addHelpText('after', HELP)
        .action(createKey),
    )
    .addCommand(key('revoke', 'take the API key away; its tokens end').action(revokeKey));

async function createKey(name: string, options: AccountSource & KeyCommandOptions): Promise<void> {
  await withAccounts(options, async (accounts) => {
    const user = findUser(await accounts.users(), name);
    const apiKey = await accounts.issueKey(user.id);
    const text = `The API key of ${user.name}, shown this once; the former one is no longer good:\n\n  ${apiKey}\n\n`;
    print({ user: user.name, apiKey }, text, options.json);
    accounts.warnIfLockedOut(user);
  });
}

async function revokeKey(name: string, options: KeyCommandOptions): Promise<void> {
  const gateway = await connectGateway(options, { remedies: USER_REMEDIES });
  const user = findUser(await createGatewayAccounts(gateway).users(), name);
  await gateway.call('DELETE', `/api/users/${user.id}/apiKey`);
  print({ revoked: user.name }, `${user.name} has no API key any more: waypost key new makes one\n`, options.json);
}
