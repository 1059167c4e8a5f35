import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Command, Option } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import type { Zone } from '../schema/zones/zone.js';
import { printable } from '../schema/printable-text.js';
import { findNamed } from './gateway/find-named.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { parseNumber } from './options/option-values.js';
import { counted, optionNames, print } from './terminal/output.js';
import { factLines, tableLines } from './terminal/table.js';

const HELP = `
WAYPOST_API_KEY is the API key of --user. import and remove require the privilege messages and a user who is not
restricted to a group or a device.

Exit status: 0 on success, 1 on error.`;

/** By the end of the name of a file. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  '.geojson': 'application/geo+json',
  '.json': 'application/geo+json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.gpx': 'application/gpx+xml',
};

const zoneArgument = (name: string, description: string): Command =>
  gatewayCommand(name, description).argument('<zone>', 'name or id');
const meters = (option: string) => parseNumber(option, { min: 1, max: 1_000_000, unit: 'meters' });

export const zonesCommand = (): Command =>
  withDefault(
    new Command('zones')
      .description('list, show, import, export and remove zones on the map')
      .addHelpText('after', HELP),
    gatewayCommand('list', 'list the zones').action(list),
  )
    .addCommand(zoneArgument('show', 'show one zone').action(show))
    .addCommand(zoneArgument('devices', 'list the devices that are in a zone now').action(devices))
    .addCommand(
      gatewayCommand('import', 'create the zones of a GeoJSON, KML, KMZ or GPX file, all or none')
        .argument('<file>', 'name that ends with .geojson, .json, .kml, .kmz or .gpx')
        .option('--width <meters>', 'of lines without one', meters('--width'))
        .option('--radius <meters>', 'of points without one', meters('--radius'))
        .action(importFile),
    )
    .addCommand(
      gatewayCommand('export', 'print all zones as a file')
        .addOption(new Option('--format <name>', 'format').choices(['geojson', 'kml', 'gpx']).default('geojson'))
        .action(exportZones),
    )
    .addCommand(zoneArgument('remove', 'remove a zone that no alert rule names').action(remove));

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, { options: optionNames(command) });

/** All zones. */
export const zonesOf = async (gateway: GatewayClient): Promise<readonly Zone[]> =>
  (await gateway.call('GET', '/api/zones')).zones as readonly Zone[];

const findZone = async (gateway: GatewayClient, text: string): Promise<Zone> =>
  findNamed('zone', await zonesOf(gateway), text);

async function list(options: GatewayCommandOptions, command: Command): Promise<void> {
  const zones = await zonesOf(await connect(options, command));
  print({ zones }, describeZones(zones), options.json);
}

async function show(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const zone = await findZone(await connect(options, command), text);
  const { name, description, home, id, creation, lastModified } = zone;
  const facts = { Zone: name, Shape: shapeText(zone), Home: home ? 'yes' : 'no', Description: description, Id: id };
  print({ zone }, factLines({ ...facts, Created: creation, Changed: lastModified }), options.json);
}

async function devices(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const { id, name } = await findZone(gateway, text);
  const { devices: found, total } = await gateway.call('GET', `/api/zones/${id}/devices`);
  const rows = (found as readonly { readonly deviceId: string; readonly since: string }[]).map((one) => [
    one.deviceId,
    one.since,
  ]);
  const table = rows.length === 0 ? [] : tableLines(['DEVICE', 'SINCE'], rows);
  const lines = [...table, `${rows.length} of ${counted(Number(total), 'device')} in ${printable(name)}`, ''];
  print({ devices: found, total }, lines.join('\n'), options.json);
}

type ImportOptions = GatewayCommandOptions & { readonly width?: number; readonly radius?: number };
type Imported = { readonly zones: readonly Zone[]; readonly notes: readonly { name: string; note: string }[] };

async function importFile(file: string, options: ImportOptions, command: Command): Promise<void> {
  const type = FILE_TYPES[extname(file).toLowerCase()];
  if (type === undefined)
    throw new WaypostError('validation_failed', `${file} must end with .geojson, .json, .kml, .kmz or .gpx`);
  // As it is: the gateway refuses what is not UTF-8.
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new WaypostError('not_found', `${file} cannot be read: ${messageOf(error)}`);
  });
  const { width, radius } = options;
  const query = new URLSearchParams({
    ...(width !== undefined && { width: String(width) }),
    ...(radius !== undefined && { radius: String(radius) }),
  }).toString();
  const gateway = await connect(options, command);
  const path = `/api/zones/import${query === '' ? '' : `?${query}`}`;
  const { zones, notes } = (await gateway.upload(path, type, bytes)) as Imported;
  const lines = notes.map(({ name, note }) => `${printable(name)}: ${printable(note)}\n`);
  print({ zones, notes }, `${counted(zones.length, 'zone')} imported\n${lines.join('')}`, options.json);
}

async function exportZones(
  options: GatewayCommandOptions & { readonly format: string },
  command: Command,
): Promise<void> {
  process.stdout.write(await (await connect(options, command)).text(`/api/zones?format=${options.format}`));
}

async function remove(text: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const { id, name } = await findZone(gateway, text);
  await gateway.call('DELETE', `/api/zones/${id}`);
  print({ removed: name }, `zone ${name} removed\n`, options.json);
}

function describeZones(zones: readonly Zone[]): string {
  if (zones.length === 0) return 'No zones. To create some: waypost zones import FILE\n';
  const rows = zones.map((zone) => [zone.name, shapeText(zone), zone.home ? 'home' : '', zone.id, zone.description]);
  return [...tableLines(['ZONE', 'SHAPE', 'HOME', 'ID', 'DESCRIPTION'], rows, { cut: ['DESCRIPTION'] }), ''].join('\n');
}

function shapeText({ shape }: Zone): string {
  switch (shape.type) {
    case 'circle':
      return `circle, ${shape.radius} m`;
    case 'corridor':
      return `corridor, ${shape.width} m`;
    case 'polygon':
      return `polygon, ${shape.coordinates.flat().length - shape.coordinates.length} vertices`;
  }
}
