import { commandExpiryOf, readCommand, type Command } from '../../domain/commands/command.js';
import { messageOf, type Failure, type Result } from '../../errors.js';
import { commandMessages } from '../../domain/commands/messages.js';
import { withText } from '../../messages/with-text.js';
import type { Logger } from '../../logger.js';
import type { Mutex } from '../../mutex.js';
import type { CommandRefusal } from '../../protocols/protocol.js';
import type { CommandSettlement, NewCommand } from '../../schema/commands/command.js';
import type { Change, Entry } from '../../schema/entry.js';
import { isGatewayMessage } from '../../schema/gateway-message.js';
import { commandResults } from '../../serial/messages.js';
import type { Ports } from '../../serial/port/ports.js';
import type { PreparedCommand } from '../../serial/session/pending-commands.js';
import type { Store, StoreListener } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import { createEditQueue, type EditQueue } from '../edits.js';
import type { Refusals } from '../system/refusals.js';
import { commandErrors } from './messages.js';
import type { Time } from '../time/time.js';

/** Sends the commands of each device to its port, one at a time and in order. */
export type CommandQueue = {
  /** Serializes queueing, canceling, expiring and sending: each step decides on the results of the one before. */
  readonly edits: EditQueue['edits'];
  /** the waiting commands of a device that go to its port, in order */
  readonly commandsOf: (deviceId: string) => readonly Command[];
  /** Encodes a command for the port of its device; `unavailable`: not at present. */
  readonly prepare: (
    command: Pick<NewCommand, 'deviceId' | 'key'>,
    bytes: Uint8Array,
  ) => Result<PreparedCommand, CommandRefusal>;
  /** Starts to send the commands of a device; does nothing while they are being sent. */
  readonly send: (deviceId: string) => void;
  readonly isSending: (deviceId: string) => boolean;
  /** Resolves when the command is settled or waits, or after the longest time that a request may take. */
  readonly settled: (id: string) => Promise<void>;
  /** Settles the commands that the previous run left. Starts no timer, because the start of the gateway may fail. */
  readonly recover: () => Promise<void>;
  /** Sends waiting commands at the next reports, and expires them; retries `recover` while the store cannot write. */
  readonly start: () => void;
  /** Starts no further command; resolves once the results of the current ones are stored. Call it after the ports. */
  readonly stop: () => Promise<void>;
};

export type CommandQueueOptions = {
  readonly store: Pick<Store, 'state' | 'append'> & { readonly subscribe: (listener: StoreListener) => () => void };
  readonly ports: Pick<Ports, 'prepareCommand' | 'statuses'>;
  readonly time: Pick<Time, 'trustedNow' | 'quality'>;
  readonly timers: Timers;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
};

/** Expired commands are looked for at this interval, because expiry raises no event. */
const POLL_MS = 5_000;
/** The disk may be full: the result of a command is stored as soon as possible. */
const RETRY_MS = 1_000;
/** A request that waits for earlier commands of the device is answered after this time. */
const MAX_RESPONSE_MS = 25_000;

type QueueState = {
  readonly options: CommandQueueOptions;
  readonly state: CommandQueueOptions['store']['state'];
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

export function createCommandQueue(options: CommandQueueOptions): CommandQueue {
  const { store, refusals } = options;
  const { edits, exclusive } = createEditQueue({ refusals });
  const queue: QueueState = {
    options,
    state: store.state,
    exclusive,
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
    edits,
    commandsOf: (deviceId) => portCommandsOf(queue, deviceId),
    prepare: (command, bytes) => prepare(queue, command, bytes),
    send: (deviceId) => {
      run(queue, deviceId);
    },
    isSending: (deviceId) => queue.running.has(deviceId),
    settled: (id) => settled(queue, id),
    async recover() {
      updateWaitingDevices(queue);
      await settleOverdue(queue);
    },
    start() {
      queue.unsubscribe = store.subscribe((entries) => {
        onEntries(queue, entries);
      });
      updateWaitingDevices(queue);
      poll(queue);
    },
    async stop() {
      queue.isStopped = true;
      queue.unsubscribe();
      queue.stopPolling();
      for (const end of queue.endPauses) end();
      await Promise.all(queue.running.values());
    },
  };
}

/** Resolves when the command is settled or waits, or after the longest time that a request may take. */
function settled({ options, requests, state }: QueueState, id: string): Promise<void> {
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
const portCommandsOf = ({ state }: QueueState, deviceId: string): readonly Command[] =>
  [...state.commands.values()].filter((command) => command.deviceId === deviceId && !command.sms);

/** The port on which the device last reported; without one, the port that the configuration binds to the device. */
function portOf({ state, options }: QueueState, deviceId: string): string | undefined {
  return (
    state.lastSeen.get(deviceId)?.source.port ??
    options.ports.statuses().find((status) => status.deviceId === deviceId)?.path
  );
}

function prepare(
  queue: QueueState,
  { deviceId, key }: Pick<NewCommand, 'deviceId' | 'key'>,
  bytes: Uint8Array,
): Result<PreparedCommand, CommandRefusal> {
  const path = portOf(queue, deviceId);
  if (path === undefined) return commandErrors.noPort({ id: deviceId });
  return queue.options.ports.prepareCommand(path, { deviceId, key, bytes });
}

/** Sends the commands of a device one after the other, until there is none or its port is not available. */
function run(queue: QueueState, deviceId: string): void {
  const { running, wanted, options } = queue;
  if (queue.isStopped) return;
  if (running.has(deviceId)) {
    wanted.add(deviceId);
    return;
  }
  const done = sendAll(queue, deviceId)
    .catch((error: unknown) => {
      options.logger.debug({ deviceId, reason: messageOf(error) }, 'command not stored');
    })
    .finally(() => {
      running.delete(deviceId);
      if (wanted.delete(deviceId) && !queue.isStopped) run(queue, deviceId);
      else endRequests(queue, (id) => deviceOf(queue, id) === deviceId);
    });
  running.set(deviceId, done);
}

const deviceOf = ({ state }: QueueState, id: string): string | undefined =>
  (state.commands.get(id) ?? state.finishedCommands.get(id))?.deviceId;

function endRequests({ requests }: QueueState, isOver: (id: string) => boolean): void {
  for (const [id, end] of [...requests]) if (isOver(id)) end();
}

async function sendAll(queue: QueueState, deviceId: string): Promise<void> {
  for (;;) {
    const begun = await queue.exclusive(() => begin(queue, deviceId));
    if (begun === undefined) return;
    if (begun === 'next') continue;
    const { id, prepared } = begun;
    const outcome = await prepared.send();
    const { state } = outcome;
    await settle(queue, settlement(id, state, outcome));
    const fields = { id, deviceId, port: prepared.path };
    if (state === 'done') queue.options.logger.info(fields, 'command done');
    else queue.options.logger.warn(fields, `command ${state}`);
  }
}

type BegunCommand = { readonly id: string; readonly prepared: PreparedCommand };

/** Makes durable that the first command of the device is about to be written. */
async function begin(queue: QueueState, deviceId: string): Promise<BegunCommand | 'next' | undefined> {
  const { options, isStopped } = queue;
  const { store } = options;
  await expireOverdue(queue);
  const [command, ...behind] = portCommandsOf(queue, deviceId);
  if (command?.state !== 'queued' || isStopped) return undefined;
  const { id, ttl } = command;
  const bytes = readCommand(command.command, command.format);
  const prepared = bytes.ok ? prepare(queue, command, bytes.value) : bytes;
  if (prepared.ok) {
    const { path: port, protocol } = prepared.value;
    await store.append([{ kind: 'command-begun', v: { id, port, protocol } }]);
    return { id, prepared: prepared.value };
  }
  const result = notWrittenBecause(prepared);
  const isWaiting = prepared.code === 'unavailable' && ttl > 0;
  const failed = isWaiting ? behind.filter((other) => other.ttl === 0) : [command];
  if (failed.length > 0) await store.append(failed.map((one) => settlement(one.id, 'failed', result)));
  return isWaiting ? undefined : 'next';
}

type CommandResultText = Pick<CommandSettlement, 'result' | 'resultData'>;

/** A failure with a field has no sentence of its own inside of another one: its field would be missing. */
const notWrittenBecause = ({ message, data, field }: Failure<string>): CommandResultText =>
  data === undefined || field !== undefined
    ? { result: `nothing was written: ${message}` }
    : withText('result', commandResults.notWritten({ reason: data }));

/** The entry that settles a command. A message that is too long to be stored is left out: its sentence states the same. */
export const settlement = (
  id: string,
  state: CommandSettlement['state'],
  { result, resultData }: CommandResultText,
): Change => ({
  kind: 'command-settled',
  v: { id, state, result, ...(isGatewayMessage(resultData) && { resultData }) },
});

/** Until the result is stored, the command stays in the state `sending`: after a restart it is not sent again. */
async function settle(queue: QueueState, change: Change): Promise<void> {
  const { store, timers, logger } = queue.options;
  for (;;) {
    try {
      await store.append([change]);
      return;
    } catch (error) {
      if (queue.isStopped) return;
      logger.debug({ reason: messageOf(error) }, 'command result not stored, retrying');
      await new Promise<void>((resolve) => {
        const end = (): void => {
          cancelPause();
          queue.endPauses.delete(end);
          resolve();
        };
        const cancelPause = timers.after(RETRY_MS, end);
        queue.endPauses.add(end);
      });
    }
  }
}

function onEntries(queue: QueueState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const { kind } = entry;
    if (kind === 'location' || kind === 'alert' || kind === 'telemetry') {
      const { deviceId, source } = entry.v;
      if (queue.waitingDevices.has(deviceId) && source.port !== undefined) run(queue, deviceId);
    } else if (kind === 'command' || kind === 'command-settled' || kind === 'device-removed') {
      updateWaitingDevices(queue);
      endRequests(queue, (id) => !queue.state.commands.has(id));
    }
  }
}

/** Kept as a set, because every location is looked up in it. */
function updateWaitingDevices(queue: QueueState): void {
  const waiting = [...queue.state.commands.values()].filter(({ sms }) => !sms);
  queue.waitingDevices = new Set(waiting.map(({ deviceId }) => deviceId));
}

function poll(queue: QueueState): void {
  queue.stopPolling = queue.options.timers.after(POLL_MS, () => {
    void settleOverdue(queue);
    poll(queue);
  });
}

async function settleOverdue(queue: QueueState): Promise<void> {
  const { logger } = queue.options;
  if (queue.waitingDevices.size === 0) return;
  await queue
    .exclusive(async () => {
      await settleStranded(queue);
      await expireOverdue(queue);
    })
    .catch((error: unknown) => {
      logger.debug({ reason: messageOf(error) }, 'commands not stored, retrying');
    });
}

/**
 * Nothing sends these commands: the gateway was restarted, or its store failed. One that was being sent may have been
 * written; one that does not wait for its device is not sent later.
 */
async function settleStranded({ state, options, running }: QueueState): Promise<void> {
  const stranded = [...state.commands.values()].filter(
    (command) => !command.sms && !running.has(command.deviceId) && (command.state === 'sending' || command.ttl === 0),
  );
  if (stranded.length === 0) return;
  await options.store.append(
    stranded.map(({ id, state: previous }) =>
      previous === 'sending'
        ? settlement(id, 'uncertain', withText('result', commandMessages.interrupted()))
        : settlement(id, 'expired', withText('result', commandMessages.notSent())),
    ),
  );
  for (const { id, deviceId } of stranded) options.logger.warn({ id, deviceId }, 'command left by the previous run');
}

/** Only by a trusted clock. */
async function expireOverdue({ state, options }: QueueState): Promise<void> {
  const { store, time } = options;
  if (time.quality() === 'none') return;
  const now = time.trustedNow();
  const overdue = [...state.commands.values()].filter((command) => {
    const expiry = commandExpiryOf(command);
    return command.state === 'queued' && command.untrusted !== true && expiry !== undefined && expiry <= now;
  });
  if (overdue.length > 0)
    await store.append(
      overdue.map(({ id }) => settlement(id, 'expired', withText('result', commandMessages.tooLate()))),
    );
}
