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
WAYPOST_API_KEY is the API key of --user. Without the privilege users:write, users see only themselves. No user can grant
more than their own privileges. Users need a key to sign in: waypost key new NAME.

With --data, the command changes the data folder of a stopped gateway. This needs no key, only write access to the folder,
and helps when no administrator can sign in. See waypost key new --help.

Exit status: 0 on success, 1 on error.`;

const user = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');
const userArgument = (name: string, description: string): Command =>
  user(name, description).argument('<user>', 'name, email or id');

export const userCommand = (): Command =>
  new Command('user')
    .description('list, add, set and remove the users of a gateway')
    .addHelpText('after', HELP)
    .addCommand(
      user('list', 'list the users that --user may see')
        .option('--data <folder>', 'data folder to read, instead of a running gateway')
        .action(list),
    )
    .addCommand(
      userFields(user('add', 'create a user (sign-in needs a key)').argument('<name>', 'user name, unique'))
        .requiredOption('--email <address>', 'unique; also works for sign-in')
        .action(add),
    )
    .addCommand(
      userFields(userArgument('set', 'change the given fields; the others stay'))
        .option('--name <text>', 'user name, unique')
        .option('--email <address>', 'unique; also works for sign-in')
        .option('--data <folder>', 'data folder of a stopped gateway, used instead of a running one')
        .action(set),
    )
    .addCommand(userArgument('remove', 'remove a user and revoke their tokens').action(remove));

async function list(options: UserCommandOptions): Promise<void> {
  await withAccounts({ ...options, readOnly: true }, async (accounts) => {
    const users = await accounts.users();
    print({ users }, describeUsers(users, await accounts.groups(), createClock().now()), options.json);
  });
}

async function add(name: string, options: UserCommandOptions & UserFields, command: Command): Promise<void> {
  const gateway = await connectGateway(options, { options: optionNames(command), remedies: USER_REMEDIES });
  const groups = await createGatewayAccounts(gateway).groups();
  // `null` clears a field, and a new user has nothing to clear.
  const fields = Object.entries(userBody({ name, ...options }, groups)).filter(([, value]) => value !== null);
  const { user: created } = await gateway.call('POST', '/api/users', {
    ...(await localeOf(gateway)),
    ...Object.fromEntries(fields),
  });
  const row = describeUsers([created as UserView], groups, createClock().now());
  print({ user: created }, `${row}\nTo create an API key: waypost key new ${shellQuote(name)}\n`, options.json);
}

/** The default country and time zone of a new user: those of the user who creates it. */
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
  print({ removed: found.name }, `user ${found.name} removed\n`, options.json);
}
