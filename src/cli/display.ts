import { Command } from 'commander';
import { caseFold } from '../domain/case-fold.js';
import { WaypostError } from '../errors.js';
import type { DisplayView } from '../schema/accounts/display.js';
import type { Group } from '../schema/devices/group.js';
import { findGroup, groupsOf } from './gateway/find-group.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';
import { tableLines } from './terminal/table.js';

type DisplayCommandOptions = GatewayOptions & { readonly json?: true };

const HELP = `
A display is the read-only sign-in of a wall screen: open its link once in the browser of the screen. It shows devices,
locations and alerts, and works until it is removed. At most 50 displays; they require the privilege users:write.

WAYPOST_API_KEY is the API key of --user.

Exit status: 0 on success, 1 on error.`;

const display = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');

export const displayCommand = (): Command =>
  new Command('display')
    .description('list, add and remove the displays (wall screens) of a running gateway')
    .addHelpText('after', HELP)
    .addCommand(display('list', 'list the displays within the scope of --user').action(list))
    .addCommand(
      display('add', 'create a display; its link is shown only once')
        .argument('<name>', 'name of the display, unique')
        .option('--group <name>', 'show only the devices of this group (default: what --user sees)')
        .action(add),
    )
    .addCommand(
      display('remove', 'remove a display; its screen is signed out at once')
        .argument('<display>', 'name or id')
        .action(remove),
    );

const connect = (options: DisplayCommandOptions): Promise<GatewayClient> =>
  connectGateway(options, { remedies: { conflict: 'waypost display list shows the displays' } });

const displaysOf = async (gateway: GatewayClient): Promise<readonly DisplayView[]> =>
  (await gateway.call('GET', '/api/displays')).displays as readonly DisplayView[];

async function list(options: DisplayCommandOptions): Promise<void> {
  const gateway = await connect(options);
  const displays = await displaysOf(gateway);
  const groups = await groupsOf(gateway);
  const rows = displays.map(({ id, name, group, deviceId, creation, lastUsed }) => [
    name,
    deviceId !== null ? `device ${deviceId}` : group === null ? 'all' : `group ${nameOf(groups, group)}`,
    creation,
    lastUsed ?? 'never',
    id,
  ]);
  const lines = tableLines(['DISPLAY', 'SHOWS', 'CREATED', 'LAST USED', 'ID'], rows, { cut: ['SHOWS'] });
  print({ displays }, [...lines, ''].join('\n'), options.json);
}

const nameOf = (groups: readonly Group[], id: string): string => groups.find((group) => group.id === id)?.name ?? id;

async function add(name: string, options: DisplayCommandOptions & { readonly group?: string }): Promise<void> {
  const gateway = await connect(options);
  const { group } = options;
  const scope = group === undefined ? {} : { group: findGroup(await groupsOf(gateway), group).id };
  const { display: created, key, path } = await gateway.call('POST', '/api/displays', { name, ...scope });
  const link = `${options.url.replace(/(?<!\/)\/+$/, '')}${String(path)}`;
  const text =
    `link of the display ${name} (shown only once); open it in the browser of the screen, with the address of the ` +
    `gateway as the screen reaches it:\n\n  ${link}\n\n`;
  print({ display: created, key, link }, text, options.json);
}

async function remove(text: string, options: DisplayCommandOptions): Promise<void> {
  const gateway = await connect(options);
  const displays = await displaysOf(gateway);
  const found = displays.find(({ id, name }) => id === text || caseFold(name) === caseFold(text));
  if (found === undefined) {
    const names = displays.map(({ name }) => name).join(', ');
    const hint = names === '' ? 'no display exists' : `existing displays are ${names}`;
    throw new WaypostError('not_found', `display ${text} not found: ${hint}`);
  }
  await gateway.call('DELETE', `/api/displays/${found.id}`);
  print({ removed: found.name }, `display ${found.name} removed\n`, options.json);
}
