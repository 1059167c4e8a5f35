import { type Command, Option } from 'commander';
import { KMH } from '../domain/records/speed.js';
import { MAX_TRIP_DAYS, type TripPlace, type TripsView } from '../schema/records/trips.js';
import { createClock } from '../time/clock.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { parseDuration } from './options/range-options.js';
import { parseInstant } from './options/option-values.js';
import { print } from './terminal/output.js';
import { tableLines } from './terminal/table.js';
import { zonesOf } from './zones.js';

type TripsCommandOptions = GatewayCommandOptions & {
  readonly last: number;
  readonly from?: number;
  readonly to?: number;
  readonly csv?: boolean;
};

const HELP = `
WAYPOST_API_KEY is the API key of --user, who must be allowed to see the device. Times are UTC. A range has at most
${MAX_TRIP_DAYS} days. A stop is slower than 1.5 m/s within 50 m for 3 minutes; what is between two stops is a trip.

Exit status: 0 on success, 1 on error.`;

const DAY_MS = 86_400_000;

export const tripsCommand = (): Command =>
  gatewayCommand('trips', 'list the trips, stops and gaps of a device in a time range')
    .argument('<device>', 'IMEI or serial number')
    .addOption(
      new Option('--last <duration>', 'this time up to now, like 90m, 24h or 7d')
        .argParser(parseDuration('--last'))
        .default(DAY_MS, '24h')
        .conflicts('from'),
    )
    .option('--from <time>', 'start, ISO 8601, inclusive', parseInstant('--from'))
    .option('--to <time>', 'end, ISO 8601, inclusive', parseInstant('--to'))
    .addOption(new Option('--csv', 'print a file').conflicts('json'))
    .addHelpText('after', HELP)
    .action(trips);

async function trips(deviceId: string, options: TripsCommandOptions): Promise<void> {
  const { last, csv, json } = options;
  const gateway = await connectGateway(options, {
    options: ['--from', '--to'],
    remedies: { not_found: 'waypost device list shows the registered devices' },
  });
  const to = options.to ?? createClock().now();
  const from = options.from ?? Math.max(0, to - last);
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const query = new URLSearchParams({ ...range, ...(csv === true && { format: 'csv' }) });
  const path = `/api/devices/${encodeURIComponent(deviceId)}/trips?${query.toString()}`;
  if (csv === true) {
    process.stdout.write(await gateway.text(path));
    return;
  }
  const found = viewOf(await gateway.call('GET', path));
  print(found, json === true ? '' : describe(found, await zoneNamesOf(gateway, found)), json);
}

/** Without the envelope. */
const viewOf = ({ trips: found, stops, gaps, zoneVisits }: Readonly<Record<string, unknown>>): TripsView =>
  ({ trips: found, stops, gaps, zoneVisits }) as TripsView;

type ZoneNames = ReadonlyMap<string, string>;

/** Asks for the names only if there is a zone to name. */
async function zoneNamesOf(gateway: GatewayClient, { trips: found, stops }: TripsView): Promise<ZoneNames> {
  const places: readonly TripPlace[] = [...stops, ...found.flatMap(({ start, end }) => [start, end])];
  if (places.every(({ zone }) => zone === null)) return new Map();
  return new Map((await zonesOf(gateway)).map(({ id, name }) => [id, name]));
}

const HEADINGS = ['KIND', 'FROM', 'TO', 'MINUTES', 'KM', 'KM/H', 'START', 'END'] as const;

function describe({ trips: found, stops, gaps }: TripsView, zones: ZoneNames): string {
  const placeCell = ({ latitude, longitude, zone }: TripPlace): string =>
    zone === null ? `${latitude.toFixed(5)},${longitude.toFixed(5)}` : (zones.get(zone) ?? zone);
  const rows = [
    ...found.map((trip) => [
      ...spanCells('trip', trip),
      (trip.distance / 1000).toFixed(1),
      (trip.averageSpeed / KMH).toFixed(0),
      placeCell(trip.start),
      placeCell(trip.end),
    ]),
    ...stops.map((stop) => [...spanCells('stop', stop), '-', '-', placeCell(stop), '-']),
    ...gaps.map((gap) => [...spanCells('gap', gap), '-', '-', '-', '-']),
  ];
  if (rows.length === 0) return 'No trips in this time range. Other ranges: --last 7d, or --from and --to\n';
  return [
    ...tableLines(
      HEADINGS,
      rows.sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1)),
    ),
    '',
  ].join('\n');
}

const spanCells = (kind: string, { from, to }: { readonly from: string; readonly to: string }): string[] => [
  kind,
  from,
  to,
  ((Date.parse(to) - Date.parse(from)) / 60_000).toFixed(0),
];
