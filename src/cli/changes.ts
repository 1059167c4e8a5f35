import type { Command } from 'commander';
import { CHANGE_KINDS, type ChangeView } from '../schema/changes/change.js';
import { MAX_CHANGES } from '../schema/changes/change-query.js';
import type { UserView } from '../schema/accounts/user.js';
import { createClock } from '../time/clock.js';
import { authorsOf } from './changes/authors.js';
import { describeChanges } from './changes/describe.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { noteMore, readPages } from './gateway/read-pages.js';
import { rangeOptions, rangeQuery, type RangeOptions } from './options/range-options.js';
import { optionNames, print } from './terminal/output.js';

type ChangesOptions = GatewayCommandOptions &
  RangeOptions & {
    readonly kind?: string;
    readonly by?: string;
    readonly subject?: string;
    readonly cursor?: string;
    readonly data?: string;
  };

const HELP = `
WAYPOST_API_KEY is the API key of --user, an administrator. Times are UTC.

Kinds: ${CHANGE_KINDS.join(', ')}.

With --data, the command reads a data folder, without a key, also while a gateway runs on it. It changes nothing there.

Exit status: 0 on success, 1 on error.`;

export const changesCommand = (): Command =>
  rangeOptions(gatewayCommand('changes', 'show who changed what, from where and when, newest first'), '7d')
    .option('--kind <kinds>', 'only changes of these kinds, like device,user')
    .option(
      '--by <authors>',
      'only changes by these users, or by: user, display, command, configuration, uplink, center, gateway',
    )
    .option('--subject <id>', 'only changes of this: id of a device, user or rule, path of a port, name of an uplink')
    .option('--cursor <text>', 'continue after the last page')
    .option('--data <folder>', 'read this data folder instead of asking the gateway')
    .addHelpText('after', HELP)
    .action(changes);

async function changes(options: ChangesOptions, command: Command): Promise<void> {
  if (options.data === undefined) {
    await show(await connectGateway(options, { options: optionNames(command) }), options);
    return;
  }
  // Loaded on demand, because it needs the store.
  const { withFolder } = await import('./changes/folder.js');
  await withFolder(options.data, optionNames(command), (folder) => show(folder, options));
}

async function show(source: Pick<GatewayClient, 'call'>, options: ChangesOptions): Promise<void> {
  const { kind, by, subject, cursor, limit, json } = options;
  const users = async (): Promise<readonly UserView[]> =>
    (await source.call('GET', '/api/users')).users as readonly UserView[];
  const query = {
    ...rangeQuery(options, createClock().now()),
    ...(kind !== undefined && { kind }),
    ...(by !== undefined && { by: await authorsOf(by, users) }),
    ...(subject !== undefined && { subject }),
    ...(cursor !== undefined && { cursor }),
  };
  const found = await readPages<ChangeView>(source, '/api/changes', {
    ...{ name: 'changes', query, limit, maxPage: MAX_CHANGES },
  });
  const { records, next } = found;
  print({ changes: records, ...(next !== undefined && { next }) }, describeChanges(records), json);
  if (json !== true) noteMore(found);
}
