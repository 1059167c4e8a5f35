import { canSeeEntry, hasPrivilege } from '../../domain/accounts/scope.js';
import { BOUNDS } from '../../domain/bounds.js';
import {
  commandExpiryOf,
  readCommand,
  smsResult,
  textOf,
  viewCommand,
  type Command,
} from '../../domain/commands/command.js';
import { isExpired } from '../../domain/devices/license.js';
import { success, type Failure, type Result } from '../../errors.js';
import { commandMessages } from '../../domain/commands/messages.js';
import { privilegeErrors } from '../../domain/messages.js';
import { failureOf } from '../../messages/failure.js';
import type { GatewayMessage } from '../../messages/message.js';
import { withText } from '../../messages/with-text.js';
import type { User } from '../../schema/accounts/user.js';
import type { CommandInput, CommandState, CommandView, NewCommand } from '../../schema/commands/command.js';
import type { Change } from '../../schema/entry.js';
import type { NewMessage } from '../../schema/messages/message.js';
import { isTelephoneNumber } from '../../schema/messages/telephone-number.js';
import type { Devices } from '../devices/devices.js';
import { byUser } from '../edits.js';
import type { Messages } from '../outbox/messages.js';
import { commandErrors } from './messages.js';
import { createCommandQueue, settlement, type CommandQueue, type CommandQueueOptions } from './command-queue.js';

/** The response to a posted command. */
export type CommandResult = {
  readonly result: string;
  /** left out for the words of the tracker */
  readonly resultData?: GatewayMessage;
  readonly command: { readonly id: string; readonly state: CommandState };
};

type CommandQuery = { readonly deviceId?: string; readonly state?: CommandState };

/** Commands to trackers; each call requires `commands`. A command to an invisible device is `not_found`. */
export type Commands = {
  /** Resolves once the command is settled or waits. Commands of a device are sent one at a time, in order. */
  readonly post: (user: User, deviceId: string, input: CommandInput) => Promise<Result<CommandResult>>;
  /** newest first */
  readonly list: (user: User, query: CommandQuery) => readonly CommandView[];
  readonly get: (user: User, id: string) => Result<CommandView>;
  /** `conflict` once it is being sent or finished. */
  readonly cancel: (user: User, id: string) => Promise<Result<CommandView>>;
  readonly recover: CommandQueue['recover'];
  readonly start: CommandQueue['start'];
  readonly stop: CommandQueue['stop'];
};

export type CommandsOptions = CommandQueueOptions & {
  readonly devices: Pick<Devices, 'find'>;
  readonly messages: Pick<Messages, 'queue' | 'cancelQueued'>;
  /** 12 random hexadecimal digits */
  readonly newKey: () => string;
};

type CommandsContext = CommandsOptions & { readonly queue: CommandQueue };

export function createCommands(options: CommandsOptions): Commands {
  const { state } = options.store;
  const queue = createCommandQueue(options);
  const context: CommandsContext = { ...options, queue };
  return {
    post: (user, deviceId, input) => post(context, user, deviceId, input),
    list: (user, { deviceId, state: wantedState }) =>
      !hasPrivilege(user, 'commands')
        ? []
        : [...state.commands.values(), ...state.finishedCommands.values()]
            .filter((command) => deviceId === undefined || command.deviceId === deviceId)
            .filter((command) => wantedState === undefined || command.state === wantedState)
            .filter((command) => canSeeEntry(user, command.deviceId, Number(command.id), state))
            .sort((a, b) => Number(b.id) - Number(a.id))
            .map(viewCommand),
    get(user, id) {
      const found = find(context, user, id);
      return found.ok ? success(viewCommand(found.value)) : found;
    },
    cancel: (user, id) => cancel(context, user, id),
    recover: queue.recover,
    start: queue.start,
    stop: queue.stop,
  };
}

const commandOf = ({ store: { state } }: CommandsContext, id: string): Command | undefined =>
  state.commands.get(id) ?? state.finishedCommands.get(id);

function find(context: CommandsContext, user: User, id: string): Result<Command> {
  if (!hasPrivilege(user, 'commands')) return privilegeErrors.missing({ privilege: 'commands' });
  const command = commandOf(context, id);
  const isVisible =
    command !== undefined && canSeeEntry(user, command.deviceId, Number(command.id), context.store.state);
  return isVisible ? success(command) : commandErrors.notFound({ id });
}

async function post(
  context: CommandsContext,
  user: User,
  deviceId: string,
  input: CommandInput,
): Promise<Result<CommandResult>> {
  const { devices, time, newKey } = context;
  if (!hasPrivilege(user, 'commands')) return privilegeErrors.missing({ privilege: 'commands' });
  const device = devices.find(user, deviceId);
  if (!device.ok) return device;
  if (isExpired(device.value, time.trustedNow())) return commandErrors.deviceExpired({ id: deviceId });
  const { command, format, sms, waitMinutes = 0 } = input;
  const bytes = readCommand(command, format);
  if (!bytes.ok) return bytes;
  const added = { deviceId, command, format, user: user.id, key: newKey(), ttl: waitMinutes * 60 };
  if (sms) return postSms(context, user, added, { bytes: bytes.value, to: device.value.min, input });
  return postToPort(context, user, added, bytes.value);
}

type SmsCommand = { readonly bytes: Uint8Array; readonly to: string; readonly input: CommandInput };

async function postSms(
  context: CommandsContext,
  caller: User,
  added: NewCommand,
  { bytes, to, input }: SmsCommand,
): Promise<Result<CommandResult>> {
  const { messages } = context;
  const { deviceId } = added;
  const text = textOf(bytes);
  if (input.waitMinutes !== undefined) {
    return commandErrors.smsDoesNotWait('/waitMinutes');
  }
  if (text === undefined) return commandErrors.smsIsText('/command');
  if (to === '') return commandErrors.noTelephoneNumber({ id: deviceId });
  if (!isTelephoneNumber(to)) return commandErrors.invalidTelephoneNumber({ id: deviceId });
  const toChange = (message: NewMessage): Change => ({ kind: 'command-message', v: { command: added, message } });
  const queued = await context.queue.edits(
    caller,
    async (user) =>
      findFull(context, deviceId) ?? messages.queue(user, deviceId, { channel: 'sms', to, text }, toChange),
  );
  if (!queued.ok) return ofCommand(queued);
  const id = queued.value;
  const { outbox, finishedMessages } = context.store.state;
  const message = outbox.get(id) ?? finishedMessages.get(id);
  const result = message === undefined ? `SMS ${id}` : smsResult(message);
  return success({ result, command: { id, state: commandOf(context, id)?.state ?? 'queued' } });
}

/** A refusal of the message is one of the command: its text is that of the command. */
function ofCommand(refused: Failure): Failure {
  const { data, field, message } = refused;
  if (data === undefined || field !== '/text') return { ...refused, message: message.replace(/^\/text/, '/command') };
  return { ...refused, ...failureOf(refused.code, data, '/command') };
}

/** At most 20 commands wait for a device, and 1,000 in all. */
function findFull({ store: { state } }: CommandsContext, deviceId: string): Failure | undefined {
  const own = [...state.commands.values()].filter((command) => command.deviceId === deviceId).length;
  if (own >= BOUNDS.commands.share.max) {
    return commandErrors.tooManyOfDevice({ count: own, id: deviceId });
  }
  if (state.commands.size < BOUNDS.commands.max) return undefined;
  return commandErrors.tooMany({ limit: BOUNDS.commands.max });
}

async function postToPort(
  context: CommandsContext,
  caller: User,
  added: NewCommand,
  bytes: Uint8Array,
): Promise<Result<CommandResult>> {
  const { deviceId, ttl } = added;
  const queued = await context.queue.edits(caller, async (user): Promise<Result<string>> => {
    const device = context.devices.find(user, deviceId);
    if (!device.ok) return device;
    const full = findFull(context, deviceId);
    if (full !== undefined) return full;
    const prepared = context.queue.prepare(added, bytes);
    if (!prepared.ok && !(prepared.code === 'unavailable' && ttl > 0)) {
      const { code } = prepared;
      return { ...prepared, code: code === 'unavailable' ? 'conflict' : code };
    }
    const [ahead] = context.queue.commandsOf(deviceId);
    if (ahead !== undefined && ttl === 0 && !context.queue.isSending(deviceId)) {
      return commandErrors.ahead({ ahead: ahead.id, id: deviceId });
    }
    const isNext = ahead === undefined || context.queue.isSending(deviceId);
    const [entry] = await context.store.append([{ kind: 'command', v: added }], byUser(user));
    if (prepared.ok && isNext) context.queue.send(deviceId);
    return success(String(entry?.n));
  });
  if (!queued.ok) return queued;
  const id = queued.value;
  if (context.queue.isSending(deviceId)) await context.queue.settled(id);
  const { state = 'queued' as const, result = null, resultData } = commandOf(context, id) ?? {};
  const settled =
    result === null
      ? withText('result', waitingFor(context, id))
      : { result, ...(resultData !== undefined && { resultData }) };
  return success({ ...settled, command: { id, state } });
}

function waitingFor(context: CommandsContext, id: string): GatewayMessage {
  const command = context.store.state.commands.get(id);
  if (command === undefined) return commandMessages.underWay();
  if (command.state === 'sending') return commandMessages.underWay();
  const isBehind = context.queue.isSending(command.deviceId);
  const expiry = commandExpiryOf(command);
  if (isBehind || expiry === undefined) return commandMessages.behind();
  return commandMessages.waits({ until: { at: new Date(expiry).toISOString() } });
}

async function cancel(context: CommandsContext, user: User, id: string): Promise<Result<CommandView>> {
  const { store, messages } = context;
  const found = find(context, user, id);
  if (!found.ok) return found;
  const canceled = found.value.sms
    ? await messages.cancelQueued(user, id)
    : await context.queue.edits(user, async (): Promise<Result<undefined>> => {
        const state = commandOf(context, id)?.state ?? 'finished';
        if (state !== 'queued') {
          return commandErrors.notQueued({ id, state });
        }
        await store.append([settlement(id, 'canceled', withText('result', commandMessages.canceled()))], byUser(user));
        return success(undefined);
      });
  if (!canceled.ok) return canceled;
  return success(viewCommand(commandOf(context, id) ?? found.value));
}
