import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { decodeText } from '../domain/lists/decode-text.js';
import { messageOf, WaypostError } from '../errors.js';
import type { PortStatus } from '../schema/ports/port.js';
import type { ProvisioningView } from '../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../schema/provisioning/receipt.js';
import type { Template } from '../schema/provisioning/template.js';
import type { UnfinishedWorkView } from '../schema/provisioning/unfinished-provisioning.js';
import { printableJson } from '../schema/printable-text.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { parseNumber, collectValues } from './options/option-values.js';
import { choose, NO_TEMPLATE, portsFor } from './provision/choose.js';
import { describeReceipt, describeResult, describeStep, describeUnfinished } from './provision/describe.js';
import { follow } from './provision/follow.js';
import { untilStopped } from './terminal/signals.js';

type ProvisionAccess = GatewayOptions & { readonly json?: true };
type ProvisionCommandOptions = ProvisionAccess & {
  readonly template?: string;
  readonly undo?: string;
  readonly port?: readonly string[];
  readonly csv?: string;
  readonly secret?: Readonly<Record<string, string>>;
  readonly minutes: number;
  readonly yes?: true;
  readonly dryRun?: true;
};

const HELP = `
WAYPOST_API_KEY is the API key of --user, which requires the privilege provision.

Without --yes, the command prompts for the template and the ports, and sets up each tracker as soon as it is plugged in,
until Ctrl-C or the end of the session. With --yes, it sets up one tracker per port without prompts, then stops.

Exit status: 0 if every tracker is configured; 1 if one is not, or if there was none.`;

const access = (command: Command): Command =>
  gatewayOptions(command).option('--json', 'print JSON, one line per step and result');

export const provisionCommand = (): Command =>
  access(new Command('provision'))
    .description('set up the trackers on the serial ports of a running gateway, each with a verified receipt')
    .option('--template <name>', 'template to apply, by name or id')
    .option('--undo <receipt>', 'instead of --template: restore the settings that the tracker had before this receipt')
    .option('--port <path>', 'port to use; repeatable (default: all ports that fit the template)', collectValues)
    .option('--csv <file>', 'list of trackers: columns identity, id, name, or the name of a setting')
    .option('--secret <name=value>', 'tracker password or key, like password=abcd; repeatable', parseSecret)
    .option(
      '--minutes <n>',
      'duration of the provisioning session in minutes, 1 to 15',
      parseNumber('--minutes', { min: 1, max: 15, whole: true }),
      15,
    )
    .option('--yes', 'one tracker per port, without prompts')
    .option('--dry-run', 'only compare the trackers with the template, and change nothing')
    .addHelpText('after', HELP)
    .action(provision)
    .enablePositionalOptions()
    .addCommand(
      access(new Command('receipts').argument('[receipt]', 'receipt id (default: all)'))
        .description('show provisioning receipts')
        .action(receipts),
    )
    .addCommand(
      access(
        new Command('templates').option(
          '--add <file>',
          'create a template from a JSON file with the body of POST /api/templates',
        ),
      )
        .description('list the templates')
        .action(templates),
    );

function parseSecret(text: string, previous: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new WaypostError('validation_failed', '--secret must be NAME=VALUE, like password=abcd');
  }
  return { ...previous, [name]: value };
}

const fetchList = async <T>(gateway: GatewayClient, path: string, name: string): Promise<readonly T[]> =>
  (await gateway.call('GET', path))[name] as readonly T[];

async function provision(options: ProvisionCommandOptions): Promise<void> {
  const { undo, csv, secret, minutes, yes, dryRun, json } = options;
  const gateway = await connectGateway(options);
  const print = (value: object, text: string): void => {
    process.stdout.write(json === true ? `${printableJson(value)}\n` : `${text}\n`);
  };
  for (const work of await fetchList<UnfinishedWorkView>(gateway, '/api/provisioning', 'unfinished')) {
    print({ event: 'unfinished', ...work }, describeUnfinished(work));
  }
  const request = undo === undefined ? await sessionRequest(gateway, options) : { undo, ports: assertPorts(options) };
  const { provisioning } = await startSession(gateway, csv, {
    ...request,
    minutes,
    once: yes === true || dryRun === true,
    ...(dryRun && { dryRun }),
    ...(secret !== undefined && { secrets: secret }),
  });
  const ended = await follow(
    gateway,
    provisioning.id,
    {
      onStep(port) {
        print({ event: 'step', ...port }, describeStep(port));
      },
      onResult(result) {
        print({ event: 'result', ...result }, describeResult(result));
      },
    },
    untilStopped(),
  );
  const good = ended.results.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'interrupted').length;
  const bad = ended.results.length - good;
  const counts = `${good} ${dryRun === true ? 'compared' : 'configured'}, ${bad} failed`;
  print({ event: 'end', reason: ended.ended, good, bad }, `${counts}: ${ended.ended ?? ''}`);
  if (bad > 0 || good === 0) process.exitCode = 1;
}

/** `csv`: the file with the list of units; a refusal of the list names it. */
async function startSession(
  gateway: GatewayClient,
  csv: string | undefined,
  request: object,
): Promise<{ readonly provisioning: ProvisioningView }> {
  const body = csv === undefined ? request : { ...request, csv: await readList(csv) };
  try {
    return (await gateway.call('POST', '/api/provisioning', body)) as { readonly provisioning: ProvisioningView };
  } catch (error) {
    const [, problem] = error instanceof WaypostError ? (/: \/csv(: .*)$/s.exec(error.message) ?? []) : [];
    if (csv === undefined || problem === undefined) throw error;
    throw new WaypostError('validation_failed', csv + problem);
  }
}

/** The text of a list as a spreadsheet saves it. */
async function readList(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new WaypostError('validation_failed', `${file} cannot be read: ${messageOf(error)}`);
  });
  const decoded = decodeText(bytes);
  if (decoded.ok) return decoded.text;
  const problem = decoded.code === 'notText' ? 'is no text' : 'has an unknown encoding';
  throw new WaypostError('validation_failed', `${file} ${problem}: save the list as CSV in UTF-8`);
}

/** The template and ports of the options; without --template and --yes, those chosen at the terminal. */
async function sessionRequest(gateway: GatewayClient, { template: name, port, yes }: ProvisionCommandOptions) {
  const all = await fetchList<Template>(gateway, '/api/templates', 'templates');
  const ports = await fetchList<PortStatus>(gateway, '/api/ports', 'ports');
  if (name === undefined && yes !== true) return choose(all, ports);
  const template = all.find(({ id, name: known }) => known.toLowerCase() === name?.toLowerCase() || id === name);
  if (template === undefined) {
    const names = all.map((known) => known.name).join(', ');
    throw new WaypostError('not_found', names === '' ? NO_TEMPLATE : `--template must be one of: ${names}`);
  }
  const paths = port ?? portsFor(template, ports).map(({ path }) => path);
  if (paths.length === 0) {
    throw new WaypostError('not_found', `no port is configured for ${template.protocol} or auto: name one with --port`);
  }
  return { template: template.id, ports: paths };
}

function assertPorts({ port }: ProvisionCommandOptions): readonly string[] {
  if (port !== undefined) return port;
  throw new WaypostError('validation_failed', '--undo requires --port: name the port of that tracker');
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new WaypostError('validation_failed', `${file} cannot be read: ${messageOf(error)}`);
  });
}

async function receipts(id: string | undefined, options: ProvisionAccess): Promise<void> {
  const gateway = await connectGateway(options);
  const found =
    id === undefined
      ? await fetchList<ProvisioningReceipt>(gateway, '/api/provisioning/receipts', 'receipts')
      : [
          (await gateway.call('GET', `/api/provisioning/receipts/${encodeURIComponent(id)}`))
            .receipt as ProvisioningReceipt,
        ];
  for (const receipt of found) {
    process.stdout.write(options.json === true ? `${printableJson(receipt)}\n` : `${describeReceipt(receipt)}\n`);
  }
}

async function templates(options: ProvisionAccess & { readonly add?: string }): Promise<void> {
  const gateway = await connectGateway(options);
  if (options.add !== undefined)
    await gateway.call('POST', '/api/templates', parseJsonObject(options.add, await readText(options.add)));
  for (const template of await fetchList<Template>(gateway, '/api/templates', 'templates')) {
    const { name, protocol, settings, description } = template;
    const text = `${name}  ${protocol}  ${printableJson(settings)}${description === '' ? '' : `  ${description}`}`;
    process.stdout.write(`${options.json === true ? printableJson(template) : text}\n`);
  }
}

function parseJsonObject(file: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new WaypostError('validation_failed', `${file} is not JSON: ${messageOf(error)}`);
  }
  throw new WaypostError('validation_failed', `${file} must contain a JSON object`);
}
