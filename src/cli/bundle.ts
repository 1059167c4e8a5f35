import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Command, Option } from 'commander';
import { packTar } from 'modern-tar';
import { createClock } from '../time/clock.js';
import { bundleFiles, type BundleFile } from './bundle/collect.js';
import { loadScrub } from './bundle/scrub.js';
import { streamBundle, TAR_END } from './bundle/stream.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';

type BundleCommandOptions = GatewayOptions & {
  readonly data: string;
  readonly config?: string;
  readonly json?: true;
  /** reads more files from standard input: an object of texts by file name, as JSON */
  readonly parts?: true;
};

const HELP = `
The bundle has the versions, the configuration without secrets, the findings of waypost check, the serial ports, numbers
of entries in the store (but no records), and the last lines of the journal. With WAYPOST_API_KEY set, it also has the
health, ports and metrics of the running gateway. Telephone numbers and text that looks like a key are removed.`;

export const bundleCommand = (): Command =>
  gatewayOptions(new Command('bundle'))
    .description('write diagnostic data to one file, without secrets')
    .argument('<file>', 'bundle file (tar.gz); an existing file is replaced; -: standard output')
    .addOption(dataOption())
    .option('--config <file>', 'configuration file of the gateway')
    .option('--json', 'print the result as JSON')
    // For the gateway, which passes what only it knows.
    .addOption(new Option('--parts', 'also the parts in the JSON on standard input').hideHelp())
    .addHelpText('after', HELP)
    .action(bundle);

async function bundle(file: string, { data, config, json, parts, ...access }: BundleCommandOptions): Promise<void> {
  await assertFolder(data);
  const { now } = createClock();
  const flags = config === undefined ? {} : { config };
  const collected = bundleFiles({ flags, env: process.env, data, now: now(), access });
  const files = parts === true ? [...collected, ...(await readParts())] : collected;
  const scrub = await loadScrub({ flags, env: process.env, data });
  const top = `waypost-${hostname()}-${new Date(now()).toISOString().slice(0, 10)}`;
  const pack = async ({ name, text }: BundleFile): Promise<Uint8Array> => {
    const body = Buffer.from(scrub(await text()));
    const packed = await packTar([
      { header: { name: `${top}/${name}`, size: body.length, mode: 0o600, mtime: new Date(now()) }, body },
    ]);
    return packed.subarray(0, packed.length - TAR_END.length);
  };
  if (file === '-') {
    await pipeline(streamBundle(files, pack), process.stdout);
    return;
  }
  const packed: Uint8Array[] = [];
  for (const one of files) packed.push(await pack(one));
  const zipped = await promisify(gzip)(Buffer.concat([...packed, TAR_END]));
  await writeFile(file, zipped, { mode: 0o600 });
  const names = files.map(({ name }) => name);
  const result = json
    ? JSON.stringify({ file, bytes: zipped.length, files: names })
    : `${file}: ${names.join(', ')}; ${zipped.length} bytes. Review it before you send it.`;
  process.stdout.write(`${result}\n`);
}

async function readParts(): Promise<BundleFile[]> {
  const parts = JSON.parse(await text(process.stdin)) as Readonly<Record<string, string>>;
  return Object.entries(parts).map(([name, content]) => ({ name, text: () => Promise.resolve(content) }));
}
