import { Command } from 'commander';
import type { Group } from '../schema/devices/group.js';
import { findGroup, groupsOf } from './gateway/find-group.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { memberOperations } from './groups/members.js';
import { collectValues, noneToNull } from './options/option-values.js';
import { nothingToChangeError, optionNames, print } from './terminal/output.js';
import { factLines, tableLines } from './terminal/table.js';

type AddOptions = GatewayCommandOptions & {
  readonly description?: string;
  readonly device?: readonly string[];
};
type SetOptions = AddOptions & { readonly name?: string; readonly remove?: readonly string[] };

const HELP = `
WAYPOST_API_KEY is the API key of --user, whose scope decides which groups are shown. add, set and remove require the
privilege groups:write.

Exit status: 0 on success, 1 on error.`;

const groupArgument = (name: string, description: string): Command =>
  gatewayCommand(name, description).argument('<group>', 'name or id');

export const groupsCommand = (): Command =>
  withDefault(
    new Command('groups')
      .description('list, show, add, set and remove the groups of devices')
      .addHelpText('after', HELP),
    gatewayCommand('list', 'list the groups that --user may see').action(list),
  )
    .addCommand(groupArgument('show', 'show one group with its devices').action(show))
    .addCommand(
      gatewayCommand('add', 'create a group')
        .argument('<name>', 'name of the group, unique')
        .option('--description <text>', 'free text')
        .option('--device <id>', 'device of the group; repeatable', collectValues)
        .action(add),
    )
    .addCommand(
      groupArgument('set', 'change the given fields; the others stay')
        .option('--name <text>', 'name of the group, unique')
        .option('--description <text>', 'free text; none: no text')
        .option('--device <id>', 'device that joins the group; repeatable', collectValues)
        .option('--remove <id>', 'device that leaves the group; repeatable', collectValues)
        .action(set),
    )
    .addCommand(groupArgument('remove', 'remove a group; its devices stay').action(remove));

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, { options: optionNames(command) });

async function list(options: GatewayCommandOptions, command: Command): Promise<void> {
  const groups = await groupsOf(await connect(options, command));
  print({ groups }, describeGroups(groups), options.json);
}

async function show(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  printGroup(findGroup(await groupsOf(await connect(options, command)), text), options);
}

async function add(name: string, options: AddOptions, command: Command): Promise<void> {
  const { description, device: devices } = options;
  const { group } = await (
    await connect(options, command)
  ).call('POST', '/api/groups', {
    name,
    ...(description !== undefined && { description }),
    ...(devices !== undefined && { devices }),
  });
  printGroup(group as Group, options);
}

async function set(text: string, options: SetOptions, command: Command): Promise<void> {
  const { name, description, device = [], remove: leaving = [] } = options;
  const isEmpty = name === undefined && description === undefined && device.length === 0 && leaving.length === 0;
  if (isEmpty) throw nothingToChangeError(command);
  const gateway = await connect(options, command);
  const found = findGroup(await groupsOf(gateway), text);
  const fields = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: noneToNull(description) }),
  };
  const operations = [
    ...Object.entries(fields).map(([field, value]) => ({
      op: 'add',
      path: `/${field}`,
      value,
    })),
    ...memberOperations(found, device, leaving),
  ];
  printGroup((await gateway.call('PATCH', `/api/groups/${found.id}`, operations)).group as Group, options);
}

async function remove(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const { id, name } = findGroup(await groupsOf(gateway), text);
  await gateway.call('DELETE', `/api/groups/${id}`);
  print({ removed: name }, `group ${name} removed\n`, options.json);
}

function describeGroups(groups: readonly Group[]): string {
  if (groups.length === 0) return 'No groups, or none that this user may see. To create one: waypost groups add NAME\n';
  const rows = groups.map(({ id, name, description, devices }) => [name, String(devices.length), id, description]);
  return [...tableLines(['GROUP', 'DEVICES', 'ID', 'DESCRIPTION'], rows, { cut: ['DESCRIPTION'] }), ''].join('\n');
}

function printGroup(group: Group, { json }: GatewayCommandOptions): void {
  const { id, name, description, devices, creation, lastModified } = group;
  const facts = { Group: name, Description: description, Devices: devices.join(', '), Id: id };
  print({ group }, factLines({ ...facts, Created: creation, Changed: lastModified }), json);
}
