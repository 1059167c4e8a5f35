import { Command } from 'commander';
import { WaypostError } from '../errors.js';
import type { CommandView } from '../schema/commands/command.js';
import { printable } from '../schema/printable-text.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { parseNumber } from './options/option-values.js';
import { print } from './terminal/output.js';
import { shorten, tableLines } from './terminal/table.js';

type CommandOptions = GatewayOptions & { readonly json?: true };
type SendOptions = CommandOptions & {
  readonly hex?: true;
  readonly base64?: true;
  readonly sms?: true;
  readonly wait?: number;
};
type ListOptions = CommandOptions & { readonly device?: string };

const HELP = `
WAYPOST_API_KEY is the API key of --user, who requires the privilege commands. The command goes to the port on which the
device was last heard, in the framing of its protocol. A command is never sent twice.

Exit status: 0 if the command is done or waits, 1 if it failed or is uncertain, or on error.`;

const HEADINGS = ['COMMAND', 'DEVICE', 'QUEUED', 'STATE', 'TEXT', 'RESULT'] as const;
const MAX_CELL_CHARS = 60;
const MAX_LISTED = 1_000;

const command = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');

export const commandCommand = (): Command =>
  new Command('command')
    .description('send commands to trackers, list and cancel them')
    .addHelpText('after', HELP)
    .addCommand(
      command('send', 'send a command and print the reply of the tracker')
        .argument('<device>', 'IMEI or serial number')
        .argument('<text>', 'the command')
        .option('--hex', 'the command is bytes in hexadecimal, like "0A 1B 2C"')
        .option('--base64', 'the command is bytes in Base64')
        .option('--sms', "send it as an SMS to the device's telephone number")
        .option(
          '--wait <minutes>',
          'if the port is not available, wait this long for the next report of the device',
          parseNumber('--wait', { min: 0, max: 10_080, whole: true, unit: 'minutes' }),
        )
        .addHelpText('after', HELP)
        .action(send),
    )
    .addCommand(
      command('list', 'list waiting and finished commands, newest first')
        .option('--device <id>', 'only commands to this device')
        .action(list),
    )
    .addCommand(
      command('cancel', 'cancel a queued command').argument('<command>', 'number of the command').action(cancel),
    );

const connect = (options: CommandOptions): Promise<GatewayClient> =>
  connectGateway(options, { remedies: { not_found: 'waypost command list shows the commands' } });

async function send(deviceId: string, text: string, options: SendOptions): Promise<void> {
  const { hex, base64, sms, wait, json } = options;
  if (hex === true && base64 === true) {
    throw new WaypostError('validation_failed', '--hex and --base64 exclude each other: give one of them');
  }
  const gateway = await connectGateway(options, {
    remedies: { not_found: 'waypost device list shows the registered devices' },
  });
  const { result, command: sent } = await gateway.call(
    'POST',
    `/api/devices/${encodeURIComponent(deviceId)}/sendCommand`,
    {
      command: text,
      ...(hex === true && { format: 'Hex' }),
      ...(base64 === true && { format: 'Base64' }),
      ...(sms === true && { sms }),
      ...(wait !== undefined && { waitMinutes: wait }),
    },
  );
  const { id, state } = sent as Pick<CommandView, 'id' | 'state'>;
  print({ result, command: sent }, `command ${id} ${state}: ${printable(String(result))}\n`, json);
  if (state === 'failed' || state === 'uncertain') process.exitCode = 1;
}

async function list(options: ListOptions): Promise<void> {
  const { device, json } = options;
  const query = new URLSearchParams({ limit: String(MAX_LISTED), ...(device !== undefined && { deviceId: device }) });
  const { commands } = await (await connect(options)).call('GET', `/api/commands?${query.toString()}`);
  print({ commands }, describeCommands(commands as readonly CommandView[]), json);
}

async function cancel(id: string, options: CommandOptions): Promise<void> {
  const { command: canceled } = await (
    await connect(options)
  ).call('DELETE', `/api/commands/${encodeURIComponent(id)}`);
  print({ command: canceled }, `command ${id} canceled\n`, options.json);
}

function describeCommands(commands: readonly CommandView[]): string {
  if (commands.length === 0) return 'No command was sent yet. To send one: waypost command send DEVICE TEXT\n';
  const rows = commands.map((one) => [
    one.id,
    one.deviceId,
    one.queuedAt,
    one.state,
    shorten(one.command, MAX_CELL_CHARS),
    shorten(one.result ?? '', MAX_CELL_CHARS),
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['TEXT', 'RESULT'] }), ''].join('\n');
}
