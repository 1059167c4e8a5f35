import { Command, Option } from 'commander';
import type { DeviceView } from '../schema/devices/device.js';
import { describeDevice, describeDevices } from './device/describe.js';
import { deviceBody, deviceFields, type DeviceFields } from './device/fields.js';
import { createMembership, type Membership } from './device/membership.js';
import { findGroup, groupsOf } from './gateway/find-group.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { collectValues } from './options/option-values.js';
import { nothingToChangeError, optionNames, print } from './terminal/output.js';

type DeviceCommandOptions = GatewayOptions & { readonly json?: true };
type DeviceListOptions = DeviceCommandOptions & { readonly group?: string; readonly state?: DeviceView['state'] };
type DeviceChangeOptions = DeviceCommandOptions & DeviceFields & Membership;

const HELP = `
WAYPOST_API_KEY is the API key of --user. Reading requires no privilege; add, set and remove require devices:write;
--group and --leave also require groups:write.

Exit status: 0 on success, 1 on error.`;

const device = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');
const withMembership = (command: Command): Command =>
  deviceFields(command)
    .option('--group <name>', 'group to join, by name or id; repeatable', collectValues)
    .option('--leave <name>', 'group to leave, by name or id; repeatable', collectValues);
const deviceArgument = (name: string, description: string): Command =>
  device(name, description).argument('<id>', 'IMEI or serial number');

export const deviceCommand = (): Command =>
  new Command('device')
    .description('list, show, add, set and remove the devices of a running gateway')
    .addHelpText('after', HELP)
    .addCommand(
      device('list', 'list the devices that --user may see')
        .option('--group <name>', 'only devices of this group, by name or id')
        .addOption(new Option('--state <state>', 'only devices in this state').choices(['active', 'expired']))
        .action(list),
    )
    .addCommand(deviceArgument('show', 'show one device').action(show))
    .addCommand(withMembership(deviceArgument('add', 'register a device; uses one license')).action(add))
    .addCommand(withMembership(deviceArgument('set', 'change the given fields; the others stay')).action(set))
    .addCommand(
      deviceArgument('remove', 'remove a device; its history stays until retention deletes it').action(remove),
    );

const pathOf = (deviceId: string): string => `/api/devices/${encodeURIComponent(deviceId)}`;

const connect = (options: DeviceCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, {
    options: optionNames(command),
    remedies: {
      not_found: 'waypost device list shows the registered devices',
      conflict: 'waypost device show prints it, waypost device set changes it',
    },
  });

async function list(options: DeviceListOptions, command: Command): Promise<void> {
  const { group, state, json } = options;
  const gateway = await connect(options, command);
  const query = new URLSearchParams({
    ...(group !== undefined && { group: findGroup(await groupsOf(gateway), group).id }),
    ...(state !== undefined && { state }),
  });
  const { devices } = await gateway.call('GET', `/api/devices?${query.toString()}`);
  print({ devices }, describeDevices(devices as readonly DeviceView[]), json);
}

async function show(deviceId: string, options: DeviceCommandOptions, command: Command): Promise<void> {
  await showWith(await connect(options, command), deviceId, options);
}

async function showWith(gateway: GatewayClient, deviceId: string, { json }: DeviceCommandOptions): Promise<void> {
  const found = (await gateway.call('GET', pathOf(deviceId))).device as DeviceView;
  const groups = (await groupsOf(gateway)).filter(({ devices }) => devices.includes(deviceId)).map(({ name }) => name);
  print({ device: found, groups }, describeDevice(found, groups), json);
}

async function add(deviceId: string, options: DeviceChangeOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const membership = createMembership(gateway, await groupsOf(gateway), options);
  await gateway.call('POST', '/api/devices', { id: deviceId, ...deviceBody(options) });
  await membership.change(deviceId, 'registered');
  await showWith(gateway, deviceId, options);
}

async function set(deviceId: string, options: DeviceChangeOptions, command: Command): Promise<void> {
  const body = deviceBody(options);
  const isEmpty = Object.keys(body).length === 0;
  if (isEmpty && options.group === undefined && options.leave === undefined) throw nothingToChangeError(command);
  const gateway = await connect(options, command);
  const membership = createMembership(gateway, await groupsOf(gateway), options);
  if (!isEmpty) await gateway.call('PATCH', pathOf(deviceId), body);
  await membership.change(deviceId, 'changed');
  await showWith(gateway, deviceId, options);
}

async function remove(deviceId: string, options: DeviceCommandOptions, command: Command): Promise<void> {
  await (await connect(options, command)).call('DELETE', pathOf(deviceId));
  print({ removed: deviceId }, `device ${deviceId} removed\n`, options.json);
}
