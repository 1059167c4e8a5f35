import { Command, Option } from 'commander';
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '../schema/channels.js';
import type { MessageState, MessageView } from '../schema/messages/message.js';
import { MESSAGE_STATES } from '../schema/messages/message.js';
import type { GatewayClient } from './gateway/gateway-client.js';
import { connectGateway, gatewayCommand, withDefault, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { parseNumber } from './options/option-values.js';
import { optionNames, print } from './terminal/output.js';
import { factLines, tableLines } from './terminal/table.js';

type ListOptions = GatewayCommandOptions & {
  readonly device?: string;
  readonly channel?: ChannelName;
  readonly state?: MessageState;
  readonly limit: number;
  readonly offset: number;
};
type SendOptions = GatewayCommandOptions & {
  readonly channel: ChannelName;
  readonly to: string;
  readonly subject?: string;
};

const HELP = `
WAYPOST_API_KEY is the API key of --user, whose scope decides which messages are shown. send and cancel require the
privilege messages.

Exit status: 0 on success, 1 on error.`;

const HEADINGS = ['MESSAGE', 'DEVICE', 'CHANNEL', 'TO', 'QUEUED', 'STATE', 'REASON', 'TEXT'] as const;
const MAX_LIMIT = 1_000;

const channelOption = (description: string): Option =>
  new Option('--channel <name>', description).choices([...CHANNEL_NAMES]);

export const messagesCommand = (): Command =>
  withDefault(
    new Command('messages')
      .description('list the emails and SMS of the gateway, show, send and cancel them')
      .addHelpText('after', HELP),
    gatewayCommand('list', 'list queued and finished messages, newest first')
      .option('--device <id>', 'only messages of this device')
      .addOption(channelOption('only messages by this channel'))
      .addOption(new Option('--state <state>', 'only messages in this state').choices([...MESSAGE_STATES]))
      .option('--limit <n>', 'at most this many', parseNumber('--limit', { min: 1, max: MAX_LIMIT, whole: true }), 100)
      .option('--offset <n>', 'skip this many', parseNumber('--offset', { min: 0, whole: true }), 0)
      .action(list),
  )
    .addCommand(gatewayCommand('show', 'show one message').argument('<message>', 'id of the message').action(show))
    .addCommand(
      gatewayCommand('send', 'queue a message within the daily limit of a device')
        .argument('<device>', 'IMEI or serial number')
        .argument('<text>', 'text of the message')
        .addOption(channelOption('how to send it').makeOptionMandatory())
        .requiredOption('--to <address>', 'email address or telephone number')
        .option('--subject <text>', 'subject of an email')
        .action(send),
    )
    .addCommand(
      gatewayCommand('cancel', 'cancel a queued message').argument('<message>', 'id of the message').action(cancel),
    );

const connect = (options: GatewayCommandOptions, command: Command): Promise<GatewayClient> =>
  connectGateway(options, {
    options: optionNames(command),
    remedies: { not_found: 'waypost messages and waypost device list show what exists' },
  });

async function list(options: ListOptions, command: Command): Promise<void> {
  const { device, channel, state, limit, offset, json } = options;
  const gateway = await connect(options, command);
  const query = new URLSearchParams({
    ...(device !== undefined && { deviceId: device }),
    ...(channel !== undefined && { channel }),
    ...(state !== undefined && { state }),
    limit: String(limit),
    offset: String(offset),
  });
  const messages = (await gateway.call('GET', `/api/messages?${query.toString()}`)).messages as readonly MessageView[];
  print({ messages }, describeMessages(messages), json);
  if (json !== true && messages.length === limit)
    process.stderr.write(`waypost: there may be more: add --offset ${offset + limit}\n`);
}

async function show(id: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const { message } = await (await connect(options, command)).call('GET', `/api/messages/${encodeURIComponent(id)}`);
  print({ message }, describeMessage(message as MessageView), options.json);
}

async function send(deviceId: string, text: string, options: SendOptions, command: Command): Promise<void> {
  const { channel, to, subject, json } = options;
  const { message } = await (
    await connect(options, command)
  ).call('POST', `/api/devices/${encodeURIComponent(deviceId)}/messages`, {
    channel,
    to,
    text,
    ...(subject !== undefined && { subject }),
  });
  print({ message }, describeMessage(message as MessageView), json);
}

async function cancel(id: string, options: GatewayCommandOptions, command: Command): Promise<void> {
  const { message } = await (await connect(options, command)).call('DELETE', `/api/messages/${encodeURIComponent(id)}`);
  print({ message }, `message ${id} canceled\n`, options.json);
}

function describeMessages(messages: readonly MessageView[]): string {
  if (messages.length === 0) return 'No messages, or none that this user may see.\n';
  const rows = messages.map(({ id, deviceId, channel, to, queuedAt, state, reason, text }) => [
    id,
    deviceId,
    CHANNELS[channel].labels.name,
    to,
    queuedAt,
    state,
    reason ?? '-',
    text,
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['TEXT', 'REASON', 'TO'] }), ''].join('\n');
}

const describeMessage = (message: MessageView): string =>
  factLines({
    Message: message.id,
    Device: message.deviceId,
    Channel: CHANNELS[message.channel].labels.name,
    To: message.to,
    Subject: message.subject ?? '',
    Text: message.text,
    State: message.state,
    Reason: message.reason ?? '',
    Attempts: String(message.attempts),
    Alert: message.cause.alert?.alerts.join(', ') ?? '',
    Queued: message.queuedAt,
    Expires: message.expiresAt,
    Finished: message.settledAt ?? '',
  });
