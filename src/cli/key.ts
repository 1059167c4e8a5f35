import { Command } from 'commander';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';
import { shellQuote } from './terminal/shell-quote.js';
import { createGatewayAccounts, USER_REMEDIES } from './user/gateway-accounts.js';
import { findUser } from './user/find-user.js';
import { withAccounts, type AccountSource } from './user/with-accounts.js';

type KeyCommandOptions = GatewayOptions & { readonly json?: true };

const HELP = `
WAYPOST_API_KEY is the API key of --user. A key for another user requires the privilege users:write.

To replace a lost administrator key, stop the gateway and create a new key in its data folder. This needs only write
access to that folder. With the Debian package:

  sudo systemctl stop waypost
  sudo -u waypost waypost key new admin --data /var/lib/waypost
  sudo systemctl start waypost

Exit status: 0 on success, 1 on error.`;

const key = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description))
    .argument('<user>', 'name, email or id')
    .option('--json', 'print JSON');

export const keyCommand = (): Command =>
  new Command('key')
    .description('create and revoke the API keys of users')
    .addHelpText('after', HELP)
    .addCommand(
      key('new', 'create an API key (shown only once); revokes the previous key and its tokens')
        .option('--data <folder>', 'data folder of a stopped gateway, used instead of a running one')
        .addHelpText('after', HELP)
        .action(createKey),
    )
    .addCommand(key('revoke', 'revoke the API key and its tokens').action(revokeKey));

async function createKey(name: string, options: AccountSource & KeyCommandOptions): Promise<void> {
  await withAccounts(options, async (accounts) => {
    const user = findUser(await accounts.users(), name);
    const apiKey = await accounts.issueKey(user.id);
    const text = `API key of ${user.name} (shown only once); the previous key is revoked:\n\n  ${apiKey}\n\n`;
    print({ user: user.name, apiKey }, text, options.json);
    accounts.warnIfLockedOut(user);
  });
}

async function revokeKey(name: string, options: KeyCommandOptions): Promise<void> {
  const gateway = await connectGateway(options, { remedies: USER_REMEDIES });
  const user = findUser(await createGatewayAccounts(gateway).users(), name);
  await gateway.call('DELETE', `/api/users/${user.id}/apiKey`);
  const text = `API key of ${user.name} revoked; to create a new one: waypost key new ${shellQuote(user.name)}\n`;
  print({ revoked: user.name }, text, options.json);
}
