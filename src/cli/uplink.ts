import { Command, InvalidArgumentError, Option } from 'commander';
import { WaypostError } from '../errors.js';
import type { DeadLetterView, UplinkView } from '../schema/uplinks/uplink.js';
import type { UplinkResetInput, UplinkStart } from '../schema/uplinks/uplink-input.js';
import { createClock } from '../time/clock.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { optionNames, print } from './terminal/output.js';
import { describeUplink, describeUplinks } from './uplink/describe.js';

type RetryOptions = GatewayCommandOptions & { readonly device?: string };
type ResetOptions = GatewayCommandOptions & { readonly from?: UplinkStart; readonly newGeneration?: true };

const HELP = `
Without a command: status.

WAYPOST_API_KEY is the API key of --user, who must not be restricted to a group or a device; retry and reset require the
privilege admin.

Exit status: 0 on success, 1 on error.`;

const REMEDIES = { not_found: 'waypost uplink status lists the uplinks' };

export const uplinkCommand = (): Command =>
  new Command('uplink')
    .description('show what is forwarded to other systems, try again, decide where to continue')
    .addHelpText('after', HELP)
    .addCommand(
      gatewayCommand('status', 'show the uplinks; of a named one all facts, with its dead letters')
        .argument('[uplink]', 'name of the uplink')
        .action(status),
      { isDefault: true },
    )
    .addCommand(
      uplinkArgument('retry', 'connect at once, and send the dead letters again')
        .option('--device <id>', 'only the dead letters of this device')
        .action(retry),
    )
    .addCommand(
      uplinkArgument('reset', 'decide where an uplink continues')
        .addOption(
          new Option(
            '--from <position>',
            'cursor: at its position; now: with the next record; start: with the oldest one that is kept; a number: after that entry',
          ).argParser(readStart),
        )
        .option(
          '--new-generation',
          'give the records new ids, because the far side has ids of another copy of the store',
        )
        .action(reset),
    );

const uplinkArgument = (name: string, description: string): Command =>
  gatewayCommand(name, description).argument('<uplink>', 'name of the uplink');

const pathOf = (name: string, call: string): string => `/api/uplinks/${encodeURIComponent(name)}/${call}`;

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, { options: optionNames(command), remedies: REMEDIES });

async function status(name: string | undefined, options: GatewayCommandOptions, command: Command): Promise<void> {
  const gateway = await connect(options, command);
  const uplinks = (await gateway.call('GET', '/api/uplinks')).uplinks as readonly UplinkView[];
  const now = createClock().now();
  if (name === undefined) {
    print({ uplinks }, describeUplinks(uplinks, now), options.json);
    return;
  }
  const uplink = uplinks.find((one) => one.name === name);
  if (uplink === undefined) {
    const names = uplinks.map((one) => one.name).join(', ');
    const existing = uplinks.length === 0 ? 'there is none' : `existing uplinks are ${names}`;
    throw new WaypostError('not_found', `uplink ${name} not found: ${existing}`);
  }
  const { deadLetters } = await gateway.call('GET', pathOf(name, 'deadLetters'));
  print({ uplink, deadLetters }, describeUplink(uplink, deadLetters as readonly DeadLetterView[], now), options.json);
}

async function retry(name: string, options: RetryOptions, command: Command): Promise<void> {
  const { device, json } = options;
  const body = device === undefined ? undefined : { deviceId: device };
  const { uplink } = await (await connect(options, command)).call('POST', pathOf(name, 'retry'), body);
  print({ uplink }, describeUplinks([uplink as UplinkView], createClock().now()), json);
}

async function reset(name: string, options: ResetOptions, command: Command): Promise<void> {
  const { from, newGeneration, json } = options;
  const body: UplinkResetInput = { ...(from !== undefined && { from }), ...(newGeneration && { newGeneration }) };
  if (Object.keys(body).length === 0)
    throw new WaypostError(
      'validation_failed',
      'give --from cursor|now|start|NUMBER or --new-generation: waypost uplink reset --help explains them',
    );
  const { uplink } = await (await connect(options, command)).call('POST', pathOf(name, 'reset'), body);
  print({ uplink }, describeUplinks([uplink as UplinkView], createClock().now()), json);
}

function readStart(text: string): UplinkStart {
  if (text === 'cursor' || text === 'now' || text === 'start') return text;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It must be cursor, now, start or the number of an entry.');
}
