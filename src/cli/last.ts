import type { Command } from 'commander';
import type { DeviceView } from '../schema/devices/device.js';
import type { Location } from '../schema/records/location.js';
import { findGroup, groupsOf } from './gateway/find-group.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { LOCATION_HEADINGS, locationCells } from './locations/describe.js';
import { print } from './terminal/output.js';
import { tableLines } from './terminal/table.js';

type LastCommandOptions = GatewayCommandOptions & { readonly group?: string };
type DeviceLocation = { readonly deviceId: string; readonly name: string; readonly lastLocation: Location | null };

const HELP = `
WAYPOST_API_KEY is the API key of --user, whose scope decides which devices are shown. Times are UTC.

Exit status: 0 on success, 1 on error.`;

/** Requests at the same time: a fleet is read in a moment, and the gateway stays free for others. */
const CONCURRENCY = 8;

export const lastCommand = (): Command =>
  gatewayCommand('last', 'show the last locations of devices; without a name, of all that --user may see')
    .argument('[device...]', 'IMEI or serial number')
    .option('--group <name>', 'only devices of this group, by name or id')
    .addHelpText('after', HELP)
    .action(last);

async function last(ids: readonly string[], options: LastCommandOptions): Promise<void> {
  const gateway = await connectGateway(options, {
    remedies: { not_found: 'waypost device list shows the registered devices' },
  });
  const devices = await devicesOf(gateway, ids, options.group);
  const rows = await inParallel(devices, async ({ id, name }): Promise<DeviceLocation> => {
    const { lastLocation } = await gateway.call('GET', `/api/devices/${encodeURIComponent(id)}/lastLocation`);
    return { deviceId: id, name, lastLocation: lastLocation as Location | null };
  });
  print({ lastLocations: rows }, describe(rows), options.json);
}

/** The named devices, in their order, or all of the group or the scope. */
async function devicesOf(
  gateway: GatewayClient,
  ids: readonly string[],
  group: string | undefined,
): Promise<readonly Pick<DeviceView, 'id' | 'name'>[]> {
  if (ids.length > 0)
    return inParallel(
      ids,
      async (id) => (await gateway.call('GET', `/api/devices/${encodeURIComponent(id)}`)).device as DeviceView,
    );
  const groups = group === undefined ? [] : await groupsOf(gateway);
  const query = group === undefined ? '' : `?group=${encodeURIComponent(findGroup(groups, group).id)}`;
  return (await gateway.call('GET', `/api/devices${query}`)).devices as readonly DeviceView[];
}

/** The results in the order of `items`. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

function describe(rows: readonly DeviceLocation[]): string {
  if (rows.length === 0) return 'No device is registered, or none that this user may see.\n';
  const cells = rows.map(({ deviceId, name, lastLocation }) => [deviceId, name, ...locationCells(lastLocation)]);
  return [...tableLines(['DEVICE', 'NAME', ...LOCATION_HEADINGS], cells, { cut: ['NAME'] }), ''].join('\n');
}
