import { Command } from 'commander';
import type { UserView } from '../schema/accounts/user.js';
import { createClock } from '../time/clock.js';
import { connectGateway, gatewayOptions } from './gateway/gateway-options.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { shellQuote } from './terminal/shell-quote.js';
import { nothingToChangeError, optionNames, print } from './terminal/output.js';
import { describeUsers } from './user/describe.js';
import { userBody, userFields, type UserFields } from './user/fields.js';
import { createGatewayAccounts, USER_REMEDIES } from './user/gateway-accounts.js';
import { findUser } from './user/find-user.js';
import { withAccounts, type AccountSource } from './user/with-accounts.js';

type UserCommandOptions = AccountSource & { readonly json?: true };

const HELP = `
WAYPOST_API_KEY is the API key of --user. Everyone sees himself; more takes the privilege users:write, and nobody gives
another more than he has. A user signs in once he has a key: waypost key new NAME.

With --data a stopped gateway's own folder is worked on, without any key, by whoever may write it: for when no
administrator can sign in any more. See waypost key new --help.

Exit status: 0 when it is done, 1 when it is refused.`;

const user = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');
const userArgument = (name: string, description: string): Command =>
  user(name, description).argument('<user>', 'name, email or id');

export const userCommand = (): Command =>
  new Command('user')
    .description('the users of a gateway: list, add, set, remove')
    .addHelpText('after', HELP)
    .addCommand(
      user('list', 'all that --user may see')
        .option('--data <folder>', 'in place of a running gateway: its data folder')
        .action(list),
    )
    .addCommand(
      userFields(user('add', 'make a user; he signs in once he has a key').argument('<name>', 'signs in; unique'))
        .requiredOption('--email <address>', 'unique; signs in as well')
        .action(add),
    )
    .addCommand(
      userFields(userArgument('set', 'change what is named; the rest stays'))
        .option('--name <text>')
        .option('--email <address>')
        .option('--data <folder>', 'in place of a running gateway: the data folder of one that is stopped')
        .action(set),
    )
    .addCommand(userArgument('remove', 'remove a user; his tokens end').action(remove));

async function list(options: UserCommandOptions): Promise<void> {
  await withAccounts({ ...options, readOnly: true }, async (accounts) => {
    const users = await accounts.users();
    print({ users }, describeUsers(users, await accounts.groups(), createClock().now()), options.json);
  });
}

async function add(name: string, options: UserCommandOptions & UserFields, command: Command): Promise<void> {
  const gateway = await connectGateway(options, { options: optionNames(command), remedies: USER_REMEDIES });
  const groups = await createGatewayAccounts(gateway).groups();
  // What is not there yet needs not be taken away.
  const fields = Object.entries(userBody({ name, ...options }, groups)).filter(([, value]) => value !== null);
  const { user: made } = await gateway.call('POST', '/api/users', {
    ...(await localeOf(gateway)),
    ...Object.fromEntries(fields),
  });
  const row = describeUsers([made as UserView], groups, createClock().now());
  print({ user: made }, `${row}\nThe API key, to sign in with: waypost key new ${shellQuote(name)}\n`, options.json);
}

/** Where a new user is, unless it is said: where the one is who makes him. */
async function localeOf(gateway: GatewayClient): Promise<Pick<UserView, 'country' | 'timeZone'>> {
  const { country, timeZone } = (await gateway.call('GET', `/api/users/${gateway.userId()}`)).user as UserView;
  return { country, timeZone };
}

async function set(name: string, options: UserCommandOptions & UserFields, command: Command): Promise<void> {
  await withAccounts({ ...options, optionNames: optionNames(command) }, async (accounts) => {
    const groups = await accounts.groups();
    const body = userBody(options, groups);
    if (Object.keys(body).length === 0) throw nothingToChangeError(command);
    const { id } = findUser(await accounts.users(), name);
    const changed = await accounts.change(id, body);
    print({ user: changed }, describeUsers([changed], groups, createClock().now()), options.json);
    accounts.warnIfLockedOut(changed);
  });
}

async function remove(name: string, options: UserCommandOptions, command: Command): Promise<void> {
  const gateway = await connectGateway(options, { options: optionNames(command), remedies: USER_REMEDIES });
  const found = findUser(await createGatewayAccounts(gateway).users(), name);
  await gateway.call('DELETE', `/api/users/${found.id}`);
  print({ removed: found.name }, `${found.name} is removed\n`, options.json);
}
