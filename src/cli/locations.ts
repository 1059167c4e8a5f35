import { type Command, Option } from 'commander';
import { LOCATION_FORMAT_NAMES, type LocationFormatName } from '../domain/records/location-formats.js';
import type { Location } from '../schema/records/location.js';
import { createClock } from '../time/clock.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { noteMore, readPages } from './gateway/read-pages.js';
import { LOCATION_HEADINGS, locationCells } from './locations/describe.js';
import { rangeOptions, rangeQuery, type RangeOptions } from './options/range-options.js';
import { print } from './terminal/output.js';
import { tableLines } from './terminal/table.js';

type LocationsCommandOptions = GatewayCommandOptions &
  RangeOptions & { readonly cursor?: string; readonly format?: LocationFormatName };

const HELP = `
WAYPOST_API_KEY is the API key of --user, who must be allowed to see the device. The earliest location comes first; times
are UTC. --format prints at most 10,000 locations. To export all of them on the gateway's machine: waypost export.

Exit status: 0 on success, 1 on error.`;

/** Records of one file of the API. */
const MAX_FILE_RECORDS = 10_000;

export const locationsCommand = (): Command =>
  rangeOptions(
    gatewayCommand('locations', 'list the locations of a device in a time range').argument(
      '<device>',
      'IMEI or serial number',
    ),
  )
    .option('--cursor <text>', 'continue after the last page')
    .addOption(new Option('--format <name>', 'print a file').choices(LOCATION_FORMAT_NAMES).conflicts('json'))
    .addHelpText('after', HELP)
    .action(locations);

async function locations(deviceId: string, options: LocationsCommandOptions): Promise<void> {
  const { limit, cursor, format, json } = options;
  const gateway = await connectGateway(options, {
    options: ['--from', '--to', '--limit', '--cursor'],
    remedies: { not_found: 'waypost device list shows the registered devices' },
  });
  const path = `/api/devices/${encodeURIComponent(deviceId)}/locations`;
  const query = { ...rangeQuery(options, createClock().now()), ...(cursor !== undefined && { cursor }) };
  if (format !== undefined) return printFile(gateway, path, { ...query, format }, limit);
  const found = await readPages<Location>(gateway, path, { name: 'locations', query, limit });
  const { records, next } = found;
  print({ locations: records, ...(next !== undefined && { next }) }, describe(records), json);
  if (json !== true) noteMore(found);
}

async function printFile(
  gateway: GatewayClient,
  path: string,
  query: Readonly<Record<string, string>>,
  limit: number,
): Promise<void> {
  const count = Math.min(limit, MAX_FILE_RECORDS);
  const page = new URLSearchParams({ ...query, limit: String(count) });
  const { text, next } = await gateway.file(`${path}?${page.toString()}`);
  process.stdout.write(text);
  noteMore({ records: Array.from({ length: count }), next: next?.get('cursor') ?? undefined });
}

const describe = (records: readonly Location[]): string =>
  records.length === 0
    ? 'No locations in this time range. Other ranges: --last 7d, or --from and --to\n'
    : [...tableLines(LOCATION_HEADINGS, records.map(locationCells)), ''].join('\n');
