import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import type { PortStatus } from '../schema/ports/port.js';
import type { ProvisioningView } from '../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../schema/provisioning/receipt.js';
import type { Template } from '../schema/provisioning/template.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { parseNumber, collectValues } from './options/option-values.js';
import { choose, portsFor } from './provision/choose.js';
import { describeReceipt, describeResult, describeStep } from './provision/describe.js';
import { follow } from './provision/follow.js';
import { describeUnfinished, unfinishedOf } from './provision/unfinished.js';
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
};

const HELP = `
WAYPOST_API_KEY is the API key of --user, who needs the privilege provision.

Without --yes it asks for the template and the ports, and goes on with the next tracker as soon as it is plugged in,
until Ctrl-C or its time is over. With --yes each port has one tracker, nothing is asked, and it ends.

Exit status: 0 when every tracker has what was asked; 1 when one has not, or there was none.`;

const access = (command: Command): Command =>
  gatewayOptions(command).option('--json', 'print JSON, a line for each step and result');

export const provisionCommand = (): Command =>
  access(new Command('provision'))
    .description('set up the trackers on the serial ports of a running gateway, each with a verified receipt')
    .option('--template <name>', 'what they get')
    .option('--undo <receipt>', 'in its place: give the tracker of this receipt its former settings back')
    .option('--port <path>', 'a port; repeat it for more; all that fit the template when left out', collectValues)
    .option('--csv <file>', 'what each tracker gets: columns identity, id, name, or the name of a setting')
    .option('--secret <name=value>', 'what has to be known to be obeyed, as password=abcd', parseSecret)
    .option(
      '--minutes <n>',
      'how long the ports are in provisioning',
      parseNumber('--minutes', { min: 1, max: 15, whole: true }),
      15,
    )
    .option('--yes', 'one tracker on each port, without a question')
    .addHelpText('after', HELP)
    .action(provision)
    .enablePositionalOptions()
    .addCommand(
      access(new Command('receipts').argument('[receipt]', 'id of one'))
        .description('what was done to trackers')
        .action(receipts),
    )
    .addCommand(
      access(new Command('templates').option('--add <file>', 'makes one, of JSON as POST /api/templates takes it'))
        .description('the templates there are')
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
  const { undo, csv, secret, minutes, yes, json } = options;
  const gateway = await connectGateway(options);
  const print = (value: object, text: string): void => {
    process.stdout.write(json === true ? `${JSON.stringify(value)}\n` : `${text}\n`);
  };
  for (const work of await unfinishedOf(gateway)) print({ event: 'unfinished', ...work }, describeUnfinished(work));
  const request = undo === undefined ? await sessionRequest(gateway, options) : { undo, ports: assertPorts(options) };
  const { provisioning } = (await gateway.call('POST', '/api/provisioning', {
    ...request,
    minutes,
    once: yes === true,
    ...(csv !== undefined && { csv: await readText(csv) }),
    ...(secret !== undefined && { secrets: secret }),
  })) as { readonly provisioning: ProvisioningView };
  const ended = await follow(
    gateway,
    provisioning.id,
    {
      onStep(bench) {
        print({ event: 'step', ...bench }, describeStep(bench));
      },
      onResult(result) {
        print({ event: 'result', ...result }, describeResult(result));
      },
    },
    untilStopped(),
  );
  const good = ended.results.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'interrupted').length;
  const bad = ended.results.length - good;
  print({ event: 'end', reason: ended.ended, good, bad }, `${good} as asked, ${bad} not: ${ended.ended ?? ''}`);
  if (bad > 0 || good === 0) process.exitCode = 1;
}

/** The template by its name, and the ports; asked for at the terminal where they are not given. */
async function sessionRequest(gateway: GatewayClient, { template: name, port, yes }: ProvisionCommandOptions) {
  const all = await fetchList<Template>(gateway, '/api/templates', 'templates');
  const ports = await fetchList<PortStatus>(gateway, '/api/ports', 'ports');
  if (name === undefined && yes !== true) return choose(all, ports);
  const template = all.find((one) => one.name.toLowerCase() === name?.toLowerCase() || one.id === name);
  if (template === undefined) {
    const known = all.map((one) => one.name).join(', ');
    throw new WaypostError('not_found', `--template must be one of: ${known === '' ? 'none is there yet' : known}`);
  }
  const paths = port ?? portsFor(template, ports).map(({ path }) => path);
  if (paths.length === 0) {
    throw new WaypostError('not_found', `no port is read as ${template.protocol} or auto: name one with --port`);
  }
  return { template: template.id, ports: paths };
}

function assertPorts({ port }: ProvisionCommandOptions): readonly string[] {
  if (port !== undefined) return port;
  throw new WaypostError('validation_failed', '--undo needs --port: on which one is that tracker?');
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new WaypostError('validation_failed', `${file} can not be read: ${messageOf(error)}`);
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
    process.stdout.write(options.json === true ? `${JSON.stringify(receipt)}\n` : `${describeReceipt(receipt)}\n`);
  }
}

async function templates(options: ProvisionAccess & { readonly add?: string }): Promise<void> {
  const gateway = await connectGateway(options);
  if (options.add !== undefined)
    await gateway.call('POST', '/api/templates', parseJsonObject(options.add, await readText(options.add)));
  for (const template of await fetchList<Template>(gateway, '/api/templates', 'templates')) {
    const { name, protocol, settings, description } = template;
    const text = `${name}  ${protocol}  ${JSON.stringify(settings)}${description === '' ? '' : `  ${description}`}`;
    process.stdout.write(`${options.json === true ? JSON.stringify(template) : text}\n`);
  }
}

function parseJsonObject(file: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new WaypostError('validation_failed', `${file} is no JSON: ${messageOf(error)}`);
  }
  throw new WaypostError('validation_failed', `${file} must hold a JSON object`);
}
