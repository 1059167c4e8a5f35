import { Command, Option } from 'commander';
import { WaypostError } from '../errors.js';
import type { SessionView } from '../schema/accounts/session.js';
import type { UserView } from '../schema/accounts/user.js';
import { createClock } from '../time/clock.js';
import { connectGateway, gatewayOptions } from './gateway/gateway-options.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { readNewSecret, readSecret } from './terminal/read-secret.js';
import { shellQuote } from './terminal/shell-quote.js';
import { nothingToChangeError, optionNames, print } from './terminal/output.js';
import { describeUsers } from './user/describe.js';
import { userBody, userFields, type UserFields } from './user/fields.js';
import { createGatewayAccounts, USER_REMEDIES } from './user/gateway-accounts.js';
import { findUser } from './user/find-user.js';
import { describeSessions } from './user/sessions.js';
import { withAccounts, type AccountSource } from './user/with-accounts.js';
import { ownCommand } from './own-command.js';

type UserCommandOptions = AccountSource & { readonly json?: true };

const HELP = `
WAYPOST_API_KEY is the API key of --user. Without the privilege users:write, users see only themselves. No user can grant
more than their own privileges. Users need a password or a key to sign in: waypost user password NAME, waypost key new NAME.
waypost user link NAME prints a link that signs the user in once and asks for a password.

With --data, the command changes the data folder of a stopped gateway. This needs no key, only write access to the folder,
and helps when no administrator can sign in. See waypost key new --help.

Exit status: 0 on success, 1 on error.`;

const PASSWORD_HELP = `
The password is asked for twice, or taken from WAYPOST_NEW_PASSWORD (the current one: WAYPOST_CURRENT_PASSWORD). It has 10
to 256 characters.`;

const user = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');
const userArgument = (name: string, description: string): Command =>
  user(name, description).argument('<user>', 'name, email or id');

export const userCommand = (): Command =>
  new Command('user')
    .description('list, add, set and remove the users of a gateway, their passwords and sessions')
    .addHelpText('after', HELP)
    .addCommand(
      user('list', 'list the users that --user may see')
        .option('--data <folder>', 'data folder to read, instead of a running gateway')
        .action(list),
    )
    .addCommand(
      userFields(
        user('add', 'create a user (sign-in needs a password or a key)').argument('<name>', 'user name, unique'),
      )
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
    .addCommand(userArgument('remove', 'remove a user and revoke their tokens').action(remove))
    .addCommand(
      userArgument('password', "set a password; the user's tokens and sessions end")
        .option('--current', 'also ask for the current password, as users without users:write need for their own')
        .option('--data <folder>', 'data folder of a stopped gateway, used instead of a running one')
        .addHelpText('after', PASSWORD_HELP)
        .action(setPassword),
    )
    .addCommand(
      userArgument('link', 'print a link that signs the user in once, within 30 minutes, and asks for a password')
        .option('--data <folder>', 'data folder of a stopped gateway, used instead of a running one')
        .action(createLink),
    )
    .addCommand(
      userArgument('sessions', 'list the sessions of a user (sign-ins that last, and those by a link), or end them')
        .addOption(new Option('--end <session>', 'end the session with this id').conflicts('all'))
        .option('--all', 'sign the user out everywhere: all tokens, sessions and links end')
        .option('--keys', 'with --all: also revoke the API key and the access keys')
        .action(sessions),
    );

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
  print(
    { user: created },
    `${row}\nTo create an API key: ${ownCommand(`key new ${shellQuote(name)}`)}\n`,
    options.json,
  );
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

async function setPassword(name: string, options: UserCommandOptions & { readonly current?: true }): Promise<void> {
  await withAccounts(options, async (accounts) => {
    const found = findUser(await accounts.users(), name);
    const current = options.current === true ? await readSecret(CURRENT_PASSWORD) : undefined;
    const password = await readNewSecret(NEW_PASSWORD);
    await accounts.setPassword(found.id, password, current);
    print({ user: found.name }, `password of ${found.name} set; their tokens and sessions have ended\n`, options.json);
    accounts.warnIfLockedOut(found);
  });
}

async function createLink(name: string, options: UserCommandOptions): Promise<void> {
  await withAccounts(options, async (accounts) => {
    const found = findUser(await accounts.users(), name);
    const { link: key, expires } = await accounts.createLink(found.id);
    const link = `${options.url.replace(/(?<!\/)\/+$/, '')}/#link=${key}`;
    const text =
      `link that signs ${found.name} in once, within 30 minutes; open it with the address of the gateway as the browser ` +
      `reaches it:\n\n  ${link}\n\n`;
    print({ user: found.name, link, expires }, text, options.json);
    accounts.warnIfLockedOut(found);
  });
}

const CURRENT_PASSWORD = { variable: 'WAYPOST_CURRENT_PASSWORD', prompt: 'Current password' };
const NEW_PASSWORD = { variable: 'WAYPOST_NEW_PASSWORD', prompt: 'New password' };

type SessionsCommandOptions = UserCommandOptions & { readonly end?: string; readonly all?: true; readonly keys?: true };

async function sessions(name: string, options: SessionsCommandOptions): Promise<void> {
  const { end, all, keys, json } = options;
  if (keys === true && all !== true) throw new WaypostError('validation_failed', '--keys goes with --all');
  const gateway = await connectGateway(options, { remedies: USER_REMEDIES });
  const found = findUser(await createGatewayAccounts(gateway).users(), name);
  const path = `/api/users/${found.id}/sessions`;
  if (all === true) {
    await gateway.call('DELETE', keys === true ? `${path}?keys=true` : path);
    const ended = `tokens, sessions${keys === true ? ', links and keys' : ' and links'}`;
    print({ user: found.name, ended: 'all' }, `all ${ended} of ${found.name} ended\n`, json);
  } else if (end !== undefined) {
    await gateway.call('DELETE', `${path}/${encodeURIComponent(end)}`);
    print({ user: found.name, ended: end }, `session ${end} of ${found.name} ended\n`, json);
  } else {
    const list = (await gateway.call('GET', path)).sessions as readonly SessionView[];
    print({ sessions: list }, describeSessions(list), json);
  }
}
