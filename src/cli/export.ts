import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { formatNames, locationFormats, type FormatName } from '../domain/location-formats.js';
import { valueOf, WaypostError } from '../errors.js';
import { openReader, type Reader } from '../store/reader.js';
import { dataOption, demandFolder } from './data-folder.js';
import { createProgress } from './progress.js';

const PAGE = 5_000;

type Options = {
  readonly data: string;
  readonly device: string;
  readonly from: string;
  readonly to: string;
  readonly format: FormatName;
  readonly output?: string;
};

export const exportCommand = (): Command =>
  new Command('export')
    .description('write the locations of a device and range; the gateway may be running')
    .requiredOption('--device <id>', 'whose')
    .option('--from <time>', 'ISO 8601, included', '1970-01-01T00:00:00Z')
    .option('--to <time>', 'ISO 8601, included', '9999-12-31T23:59:59Z')
    .addOption(new Option('--format <name>').choices(formatNames).default('ndjson'))
    .option('--output <file>', 'standard output when left out')
    .addOption(dataOption())
    .action(exportLocations);

async function exportLocations({ data, device, from, to, format, output }: Options): Promise<void> {
  await demandFolder(data);
  const range = { from: instant('--from', from), to: instant('--to', to) };
  const reader = await openReader(data);
  const progress = createProgress('export');
  try {
    if (!reader.state.devices.has(device))
      throw new WaypostError('not_found', `there is no device ${device} in ${data}`);
    const text = Readable.from(pieces(reader, device, range, format, progress.show));
    if (output === undefined) await pipeline(text, process.stdout, { end: false });
    else await pipeline(text, createWriteStream(output, { mode: 0o600 }));
  } finally {
    progress.done();
    await reader.close();
  }
}

type Range = { readonly from: number; readonly to: number };

async function* pieces(
  { history, state }: Reader,
  deviceId: string,
  { from, to }: Range,
  name: FormatName,
  onProgress: (share: number) => void,
): AsyncGenerator<string> {
  const format = locationFormats[name];
  const last = Math.min(to, Date.parse(state.lastLocations.get(deviceId)?.dateTime ?? '') || to);
  let place = 0;
  let begin: number | undefined;
  let cursor: string | undefined;
  yield format.begin(deviceId);
  do {
    const query = { deviceId, from, to, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const { records, next } = valueOf(await history.locations(query));
    yield records.map((location) => format.record(location, place++)).join('');
    const reached = Date.parse(records.at(-1)?.dateTime ?? '');
    begin ??= Date.parse(records[0]?.dateTime ?? '');
    if (last > begin) onProgress((reached - begin) / (last - begin));
    cursor = next;
  } while (cursor !== undefined);
  yield format.end();
}

function instant(option: string, text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms) && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return ms;
  throw new WaypostError(
    'validation_failed',
    `${option} must be an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z`,
  );
}
