import { canSee, hasPrivilege } from '../../domain/accounts/scope.js';
import {
  commandExpiryOf,
  MAX_WAITING,
  MAX_WAITING_PER_DEVICE,
  readCommand,
  smsResult,
  textOf,
  viewCommand,
  type Command,
} from '../../domain/commands/command.js';
import { isExpired } from '../../domain/devices/license.js';
import { failure, messageOf, success, type Failure, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { createMutex, type Mutex } from '../../mutex.js';
import type { CommandRefusal } from '../../protocols/protocol.js';
import type { User } from '../../schema/accounts/user.js';
import type {
  CommandInput,
  CommandSettlement,
  CommandState,
  CommandView,
  NewCommand,
} from '../../schema/commands/command.js';
import type { Change, Entry } from '../../schema/entry.js';
import type { NewMessage } from '../../schema/messages/message.js';
import { isTelephoneNumber } from '../../schema/messages/telephone-number.js';
import type { Ports } from '../../serial/port/ports.js';
import type { PreparedCommand } from '../../serial/session/pending-commands.js';
import type { Store, StoreListener } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { Messages } from '../outbox/messages.js';
import type { Time } from '../time/time.js';

/** The response to a posted command. */
export type CommandResult = {
  readonly result: string;
  readonly command: { readonly id: string; readonly state: CommandState };
};

export type CommandQuery = { readonly deviceId?: string; readonly state?: CommandState };

/** Commands to trackers; each call requires `commands`. A command to an invisible device is `not_found`. */
export type Commands = {
  /** Resolves once the command is settled or waits. Commands of a device are sent one at a time, in order. */
  readonly post: (user: User, deviceId: string, input: CommandInput) => Promise<Result<CommandResult>>;
  /** newest first */
  readonly list: (user: User, query: CommandQuery) => readonly CommandView[];
  readonly get: (user: User, id: string) => Result<CommandView>;
  /** `conflict` once it is being sent or finished. */
  readonly cancel: (user: User, id: string) => Promise<Result<CommandView>>;
  /** Settles the commands that the previous run left; retries that while the store cannot write. */
  readonly start: () => Promise<void>;
  /** Starts no further command; resolves once the results of the current ones are stored. Call it after the ports. */
  readonly stop: () => Promise<void>;
};

export type CommandsOptions = {
  readonly store: Pick<Store, 'state' | 'append'> & { readonly subscribe: (listener: StoreListener) => () => void };
  readonly devices: Pick<Devices, 'find'>;
  readonly ports: Pick<Ports, 'prepareCommand' | 'statuses'>;
  readonly messages: Pick<Messages, 'queue' | 'cancelQueued'>;
  readonly time: Pick<Time, 'trustedNow' | 'quality'>;
  readonly timers: Timers;
  /** 12 random hexadecimal digits */
  readonly newKey: () => string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

/** Expired commands are looked for at this interval, because expiry raises no event. */
const POLL_MS = 5_000;
/** The disk may be full: the result of a command is stored as soon as possible. */
const RETRY_MS = 1_000;
/** A request that waits for earlier commands of the device is answered after this time. */
const MAX_RESPONSE_MS = 25_000;

const INTERRUPTED = 'the gateway stopped while sending it: the tracker may have received it';
const NOT_SENT = 'the gateway stopped, or its store failed, before it was sent: nothing was written';
const TOO_LATE = 'the device did not report in time: nothing was written';
const CANCELED = 'canceled before it was sent: nothing was written';
const BEHIND = 'waits for earlier commands of the device: GET /api/commands/{id} shows its result';
const UNDER_WAY = 'being sent: GET /api/commands/{id} shows its result';

type CommandsState = {
  readonly options: CommandsOptions;
  readonly state: CommandsOptions['store']['state'];
  /** serializes queueing, canceling, expiring and starting: each step decides on the results of the one before */
  readonly exclusive: Mutex;
  /** devices whose commands are being sent, with the end of that */
  readonly running: Map<string, Promise<void>>;
  /** devices whose commands must be looked at again at that end */
  readonly wanted: Set<string>;
  /** devices that commands to ports wait for */
  waitingDevices: ReadonlySet<string>;
  /** end the waits of requests, by the id of the command */
  readonly requests: Map<string, () => void>;
  isStopped: boolean;
  /** end the pauses before the next attempts to store results */
  readonly endPauses: Set<() => void>;
  stopPolling: () => void;
  unsubscribe: () => void;
};

export function createCommands(options: CommandsOptions): Commands {
  const { store } = options;
  const { state } = store;
  const commands: CommandsState = {
    options,
    state,
    exclusive: createMutex(),
    running: new Map(),
    wanted: new Set(),
    waitingDevices: new Set(),
    requests: new Map(),
    isStopped: false,
    endPauses: new Set(),
    stopPolling: () => undefined,
    unsubscribe: () => undefined,
  };
  return {
    post: (user, deviceId, input) => post(commands, user, deviceId, input),
    list: (user, { deviceId, state: wantedState }) =>
      !hasPrivilege(user, 'commands')
        ? []
        : [...state.commands.values(), ...state.finishedCommands.values()]
            .filter((command) => deviceId === undefined || command.deviceId === deviceId)
            .filter((command) => wantedState === undefined || command.state === wantedState)
            .filter((command) => canSee(user, command.deviceId, state.groups))
            .sort((a, b) => Number(b.id) - Number(a.id))
            .map(viewCommand),
    get(user, id) {
      const found = find(commands, user, id);
      return found.ok ? success(viewCommand(found.value)) : found;
    },
    cancel: (user, id) => cancel(commands, user, id),
    async start() {
      commands.unsubscribe = store.subscribe((entries) => {
        onEntries(commands, entries);
      });
      updateWaitingDevices(commands);
      await poll(commands);
    },
    async stop() {
      commands.isStopped = true;
      commands.unsubscribe();
      commands.stopPolling();
      for (const end of commands.endPauses) end();
      await Promise.all(commands.running.values());
    },
  };
}

const forbidden = (): Failure => failure('forbidden', 'requires privilege commands');

const commandOf = ({ state }: CommandsState, id: string): Command | undefined =>
  state.commands.get(id) ?? state.finishedCommands.get(id);

function find(commands: CommandsState, user: User, id: string): Result<Command> {
  if (!hasPrivilege(user, 'commands')) return forbidden();
  const command = commandOf(commands, id);
  const isVisible = command !== undefined && canSee(user, command.deviceId, commands.state.groups);
  return isVisible ? success(command) : failure('not_found', `command ${id} not found`);
}

async function post(
  commands: CommandsState,
  user: User,
  deviceId: string,
  input: CommandInput,
): Promise<Result<CommandResult>> {
  const { devices, time, newKey } = commands.options;
  if (!hasPrivilege(user, 'commands')) return forbidden();
  const device = devices.find(user, deviceId);
  if (!device.ok) return device;
  if (isExpired(device.value, time.trustedNow())) return failure('device_expired', `device ${deviceId} has expired`);
  const { command, format, sms, waitMinutes = 0 } = input;
  const bytes = readCommand(command, format);
  if (!bytes.ok) return bytes;
  const added = { deviceId, command, format, user: user.id, key: newKey(), ttl: waitMinutes * 60 };
  if (sms) return postSms(commands, user, added, { bytes: bytes.value, to: device.value.min, input });
  return postToPort(commands, added, bytes.value);
}

type SmsCommand = { readonly bytes: Uint8Array; readonly to: string; readonly input: CommandInput };

async function postSms(
  commands: CommandsState,
  user: User,
  added: NewCommand,
  { bytes, to, input }: SmsCommand,
): Promise<Result<CommandResult>> {
  const { messages } = commands.options;
  const { deviceId } = added;
  const text = textOf(bytes);
  if (input.waitMinutes !== undefined) {
    return failure('validation_failed', '/waitMinutes must be omitted with sms: an SMS waits in the outbox');
  }
  if (text === undefined) return failure('validation_failed', '/command must be UTF-8 text to be sent as an SMS');
  if (to === '') return failure('conflict', `device ${deviceId} has no telephone number: set its min`);
  if (!isTelephoneNumber(to)) {
    const expected = '+ and 3 to 15 digits, like +34600111222, or as dialed within the country';
    return failure('conflict', `min of device ${deviceId} is not a telephone number: set ${expected}`);
  }
  const toChange = (message: NewMessage): Change => ({ kind: 'command-message', v: { command: added, message } });
  const queued = await commands.exclusive(
    async () => findFull(commands, deviceId) ?? messages.queue(user, deviceId, { channel: 'sms', to, text }, toChange),
  );
  if (!queued.ok) return { ...queued, message: queued.message.replace(/^\/text/, '/command') };
  const id = queued.value;
  const { outbox, finishedMessages } = commands.state;
  const message = outbox.get(id) ?? finishedMessages.get(id);
  const result = message === undefined ? `SMS ${id}` : smsResult(message);
  return success({ result, command: { id, state: commandOf(commands, id)?.state ?? 'queued' } });
}

/** At most 20 commands wait for a device, and 1,000 in all. */
function findFull({ state }: CommandsState, deviceId: string): Failure | undefined {
  const own = [...state.commands.values()].filter((command) => command.deviceId === deviceId).length;
  if (own >= MAX_WAITING_PER_DEVICE) {
    return failure('limit_reached', `${own} commands wait for device ${deviceId}: cancel one, or try again later`);
  }
  if (state.commands.size < MAX_WAITING) return undefined;
  return failure('limit_reached', `${MAX_WAITING} commands wait for devices: cancel one, or try again later`);
}

async function postToPort(
  commands: CommandsState,
  added: NewCommand,
  bytes: Uint8Array,
): Promise<Result<CommandResult>> {
  const { deviceId, ttl } = added;
  const queued = await commands.exclusive(async (): Promise<Result<string>> => {
    const full = findFull(commands, deviceId);
    if (full !== undefined) return full;
    const prepared = prepare(commands, added, bytes);
    if (!prepared.ok && !(prepared.code === 'unavailable' && ttl > 0)) {
      const { code, message } = prepared;
      return failure(code === 'unavailable' ? 'conflict' : code, message);
    }
    const [ahead] = portCommandsOf(commands, deviceId);
    if (ahead !== undefined && ttl === 0 && !commands.running.has(deviceId)) {
      return failure(
        'conflict',
        `command ${ahead.id} waits for the next report of device ${deviceId}: cancel it, or set waitMinutes to wait behind it`,
      );
    }
    const isNext = ahead === undefined || commands.running.has(deviceId);
    const [entry] = await commands.options.store.append([{ kind: 'command', v: added }]);
    if (prepared.ok && isNext) run(commands, deviceId);
    return success(String(entry?.n));
  });
  if (!queued.ok) return queued;
  const id = queued.value;
  if (commands.running.has(deviceId)) await settled(commands, id);
  const { state = 'queued' as const, result = null } = commandOf(commands, id) ?? {};
  return success({ result: result ?? sentenceFor(commands, id), command: { id, state } });
}

function sentenceFor(commands: CommandsState, id: string): string {
  const command = commands.state.commands.get(id);
  if (command === undefined) return UNDER_WAY;
  if (command.state === 'sending') return UNDER_WAY;
  const isBehind = commands.running.has(command.deviceId);
  const expiry = commandExpiryOf(command);
  if (isBehind || expiry === undefined) return BEHIND;
  return `waits for the next report of the device, until ${new Date(expiry).toISOString()}`;
}

/** Resolves when the command is settled or waits, or after the longest time that a request may take. */
function settled({ options, requests, state }: CommandsState, id: string): Promise<void> {
  if (!state.commands.has(id)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancelTimeout();
      requests.delete(id);
      resolve();
    };
    const cancelTimeout = options.timers.after(MAX_RESPONSE_MS, done);
    requests.set(id, done);
  });
}

/** The commands of a device that go to its port, in order. */
const portCommandsOf = ({ state }: CommandsState, deviceId: string): readonly Command[] =>
  [...state.commands.values()].filter((command) => command.deviceId === deviceId && !command.sms);

/** The port on which the device was last heard; without one, the port that the configuration binds to the device. */
function portOf({ state, options }: CommandsState, deviceId: string): string | undefined {
  return (
    state.lastSeen.get(deviceId)?.source.port ??
    options.ports.statuses().find((status) => status.deviceId === deviceId)?.path
  );
}

function prepare(
  commands: CommandsState,
  { deviceId, key }: Pick<NewCommand, 'deviceId' | 'key'>,
  bytes: Uint8Array,
): Result<PreparedCommand, CommandRefusal> {
  const path = portOf(commands, deviceId);
  if (path === undefined) return failure('unavailable', `device ${deviceId} was not heard on any port yet`);
  return commands.options.ports.prepareCommand(path, { deviceId, key, bytes });
}

/** Sends the commands of a device one after the other, until there is none or its port is not available. */
function run(commands: CommandsState, deviceId: string): void {
  const { running, wanted, options } = commands;
  if (commands.isStopped) return;
  if (running.has(deviceId)) {
    wanted.add(deviceId);
    return;
  }
  const done = sendAll(commands, deviceId)
    .catch((error: unknown) => {
      options.logger.debug({ deviceId, reason: messageOf(error) }, 'command not stored');
    })
    .finally(() => {
      running.delete(deviceId);
      if (wanted.delete(deviceId) && !commands.isStopped) run(commands, deviceId);
      else endRequests(commands, (id) => commandOf(commands, id)?.deviceId === deviceId);
    });
  running.set(deviceId, done);
}

function endRequests({ requests }: CommandsState, isOver: (id: string) => boolean): void {
  for (const [id, end] of [...requests]) if (isOver(id)) end();
}

async function sendAll(commands: CommandsState, deviceId: string): Promise<void> {
  for (;;) {
    const begun = await commands.exclusive(() => begin(commands, deviceId));
    if (begun === undefined) return;
    if (begun === 'next') continue;
    const { id, prepared } = begun;
    const { state, result } = await prepared.send();
    await settle(commands, settlement(id, state, result));
    const fields = { id, deviceId, port: prepared.path };
    if (state === 'done') commands.options.logger.info(fields, 'command done');
    else commands.options.logger.warn(fields, `command ${state}`);
  }
}

type BegunCommand = { readonly id: string; readonly prepared: PreparedCommand };

/** Makes durable that the first command of the device is about to be written. */
async function begin(commands: CommandsState, deviceId: string): Promise<BegunCommand | 'next' | undefined> {
  const { options, isStopped } = commands;
  const { store } = options;
  await expireOverdue(commands);
  const [command, ...behind] = portCommandsOf(commands, deviceId);
  if (command?.state !== 'queued' || isStopped) return undefined;
  const { id, ttl } = command;
  const bytes = readCommand(command.command, command.format);
  const prepared = bytes.ok ? prepare(commands, command, bytes.value) : bytes;
  if (prepared.ok) {
    const { path: port, protocol } = prepared.value;
    await store.append([{ kind: 'command-begun', v: { id, port, protocol } }]);
    return { id, prepared: prepared.value };
  }
  const result = `nothing was written: ${prepared.message}`;
  const isWaiting = prepared.code === 'unavailable' && ttl > 0;
  const failed = isWaiting ? behind.filter((other) => other.ttl === 0) : [command];
  if (failed.length > 0) await store.append(failed.map((one) => settlement(one.id, 'failed', result)));
  return isWaiting ? undefined : 'next';
}

const settlement = (id: string, state: CommandSettlement['state'], result: string): Change => ({
  kind: 'command-settled',
  v: { id, state, result },
});

/** Until the result is stored, the command stays in the state `sending`: after a restart it is not sent again. */
async function settle(commands: CommandsState, change: Change): Promise<void> {
  const { store, timers, logger } = commands.options;
  for (;;) {
    try {
      await store.append([change]);
      return;
    } catch (error) {
      if (commands.isStopped) return;
      logger.debug({ reason: messageOf(error) }, 'command result not stored, retrying');
      await new Promise<void>((resolve) => {
        const end = (): void => {
          cancelPause();
          commands.endPauses.delete(end);
          resolve();
        };
        const cancelPause = timers.after(RETRY_MS, end);
        commands.endPauses.add(end);
      });
    }
  }
}

function onEntries(commands: CommandsState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    switch (entry.kind) {
      case 'command':
      case 'command-settled':
      case 'device-removed':
        updateWaitingDevices(commands);
        endRequests(commands, (id) => !commands.state.commands.has(id));
        break;
      case 'location':
      case 'alert':
      case 'telemetry':
        if (!commands.waitingDevices.has(entry.v.deviceId)) break;
        if (entry.v.source.port !== undefined) run(commands, entry.v.deviceId);
        break;
      default:
    }
  }
}

/** Kept as a set, because every location is looked up in it. */
function updateWaitingDevices(commands: CommandsState): void {
  const waiting = [...commands.state.commands.values()].filter(({ sms }) => !sms);
  commands.waitingDevices = new Set(waiting.map(({ deviceId }) => deviceId));
}

async function cancel(commands: CommandsState, user: User, id: string): Promise<Result<CommandView>> {
  const { store, messages } = commands.options;
  const found = find(commands, user, id);
  if (!found.ok) return found;
  const canceled = found.value.sms
    ? await messages.cancelQueued(id)
    : await commands.exclusive(async (): Promise<Result<undefined>> => {
        const state = commandOf(commands, id)?.state ?? 'finished';
        if (state !== 'queued') {
          return failure('conflict', `command ${id} is ${state}: only queued commands can be canceled`);
        }
        await store.append([settlement(id, 'canceled', CANCELED)]);
        return success(undefined);
      });
  if (!canceled.ok) return canceled;
  return success(viewCommand(commandOf(commands, id) ?? found.value));
}

async function poll(commands: CommandsState): Promise<void> {
  const { timers, logger } = commands.options;
  commands.stopPolling = timers.after(POLL_MS, () => void poll(commands));
  if (commands.waitingDevices.size === 0) return;
  await commands
    .exclusive(async () => {
      await settleStranded(commands);
      await expireOverdue(commands);
    })
    .catch((error: unknown) => {
      logger.debug({ reason: messageOf(error) }, 'commands not stored, retrying');
    });
}

/**
 * Nothing sends these commands: the gateway was restarted, or its store failed. One that was being sent may have been
 * written; one that does not wait for its device is not sent later.
 */
async function settleStranded({ state, options, running }: CommandsState): Promise<void> {
  const stranded = [...state.commands.values()].filter(
    (command) => !command.sms && !running.has(command.deviceId) && (command.state === 'sending' || command.ttl === 0),
  );
  if (stranded.length === 0) return;
  await options.store.append(
    stranded.map(({ id, state: previous }) =>
      previous === 'sending' ? settlement(id, 'uncertain', INTERRUPTED) : settlement(id, 'expired', NOT_SENT),
    ),
  );
  for (const { id, deviceId } of stranded) options.logger.warn({ id, deviceId }, 'command left by the previous run');
}

/** Only by a trusted clock. */
async function expireOverdue({ state, options }: CommandsState): Promise<void> {
  const { store, time } = options;
  if (time.quality() === 'none') return;
  const now = time.trustedNow();
  const overdue = [...state.commands.values()].filter((command) => {
    const expiry = commandExpiryOf(command);
    return command.state === 'queued' && command.untrusted !== true && expiry !== undefined && expiry <= now;
  });
  if (overdue.length > 0) await store.append(overdue.map(({ id }) => settlement(id, 'expired', TOO_LATE)));
}
