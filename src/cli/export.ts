import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { LOCATION_FORMAT_NAMES, locationFormats, type LocationFormatName } from '../domain/records/location-formats.js';
import { recordFileOf } from '../domain/records/record-format.js';
import { valueOf, WaypostError } from '../errors.js';
import { openReadonlyStore, type ReadonlyStore } from '../store/check/readonly-store.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { createProgress } from './terminal/progress.js';

const PAGE_SIZE = 5_000;

type ExportCommandOptions = {
  readonly data: string;
  readonly device: string;
  readonly from: string;
  readonly to: string;
  readonly format: LocationFormatName;
  readonly output?: string;
};

export const exportCommand = (): Command =>
  new Command('export')
    .description('export the locations of one device in a time range; works while the gateway runs')
    .requiredOption('--device <id>', 'device id')
    .option('--from <time>', 'start, ISO 8601, inclusive', '1970-01-01T00:00:00Z')
    .option('--to <time>', 'end, ISO 8601, inclusive', '9999-12-31T23:59:59Z')
    .addOption(new Option('--format <name>', 'file format').choices(LOCATION_FORMAT_NAMES).default('ndjson'))
    .option('--output <file>', 'output file (default: standard output)')
    .addOption(dataOption())
    .action(exportLocations);

async function exportLocations({ data, device, from, to, format, output }: ExportCommandOptions): Promise<void> {
  await assertFolder(data);
  const range = { from: parseTime('--from', from), to: parseTime('--to', to) };
  const reader = await openReadonlyStore(data);
  const progress = createProgress('export');
  try {
    if (!reader.state.devices.has(device)) throw new WaypostError('not_found', `device ${device} not found in ${data}`);
    const text = Readable.from(exportedText(reader, device, range, format, progress.show));
    if (output === undefined) await pipeline(text, process.stdout, { end: false });
    else await pipeline(text, createWriteStream(output, { mode: 0o600 }));
  } finally {
    progress.done();
    await reader.close();
  }
}

type ExportRange = { readonly from: number; readonly to: number };

async function* exportedText(
  { history, state }: ReadonlyStore,
  deviceId: string,
  { from, to }: ExportRange,
  name: LocationFormatName,
  onProgress: (share: number) => void,
): AsyncGenerator<string> {
  const file = locationFormats[name].open(recordFileOf(deviceId, state.devices.get(deviceId)?.name));
  const last = Math.min(to, Date.parse(state.lastLocations.get(deviceId)?.dateTime ?? '') || to);
  let firstTime: number | undefined;
  let cursor: string | undefined;
  yield file.header;
  do {
    const query = { deviceId, from, to, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const { records, next } = valueOf(await history.locations(query));
    yield [...file.page(records)].join('');
    const lastTime = Date.parse(records.at(-1)?.dateTime ?? '');
    firstTime ??= Date.parse(records[0]?.dateTime ?? '');
    if (last > firstTime) onProgress((lastTime - firstTime) / (last - firstTime));
    cursor = next;
  } while (cursor !== undefined);
  yield file.footer;
}

function parseTime(option: string, text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms) && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return ms;
  throw new WaypostError(
    'validation_failed',
    `${option} must be an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z`,
  );
}
