import type { GatewayMessage } from '../../messages/message.js';
import { withText } from '../../messages/with-text.js';
import type { CommandReply, CommandRequest, EncodedCommand, MessageRef } from '../../protocols/protocol.js';
import type { Outbound } from '../../protocols/outbound.js';
import { MAX_RESULT_CHARS } from '../../schema/commands/command.js';
import type { Timers } from '../../time/clock.js';
import { commandResults } from '../messages.js';
import { PortError, reasonOf } from '../transport/port-error.js';

/** A command to the tracker of a device. */
export type PortCommand = Omit<CommandRequest, 'bound'>;

/** What became of a command. `failed`: nothing was written, or the tracker reports an error. */
export type CommandOutcome = {
  readonly state: 'done' | 'failed' | 'uncertain';
  readonly result: string;
  /** left out for the words of the tracker */
  readonly resultData?: GatewayMessage;
};

/** A command that can be written now. */
export type PreparedCommand = {
  readonly path: string;
  /** name of the protocol */
  readonly protocol: string;
  /** Writes it, once, and waits for the reply; never rejects. */
  readonly send: () => Promise<CommandOutcome>;
};

/** The commands that wait for replies on a port. */
export type PendingCommands = {
  readonly send: (command: OutgoingCommand) => Promise<CommandOutcome>;
  /** Settles the command that the reply belongs to; ignores a reply to none. */
  readonly onReply: (deviceId: string | undefined, reply: CommandReply) => void;
  /** The port was lost or closed: no reply can arrive any more. */
  readonly end: () => void;
};

type OutgoingCommand = {
  readonly deviceId: string;
  readonly encoded: EncodedCommand;
  readonly write: (data: Outbound) => Promise<void>;
  /** for sentences */
  readonly path: string;
  readonly protocol: string;
};

export const notWritten = (reason: GatewayMessage): CommandOutcome => ({
  state: 'failed',
  ...withText('result', commandResults.notWritten({ reason })),
});

const REPLY_TIMEOUT_MS = 10_000;
/** A reply that is later than this is no more taken for that of an earlier command with the same `ref`. */
const LATE_REPLY_MS = 600_000;
const MAX_UNANSWERED = 256;

type PendingCommand = OutgoingCommand & {
  readonly ref: MessageRef | undefined;
  isWritten: boolean;
  readonly settle: (outcome: CommandOutcome) => void;
};

/** A reply that is missing: the next one with its `ref` may be this one, so it settles nothing. */
type Unanswered = { readonly deviceId: string; readonly ref: MessageRef; readonly at: number };

type PendingState = { readonly timers: Timers; readonly pending: Set<PendingCommand>; unanswered: Unanswered[] };

export function createPendingCommands(timers: Timers): PendingCommands {
  const state: PendingState = { timers, pending: new Set(), unanswered: [] };
  return {
    send: (command) => send(state, command),
    onReply(deviceId, reply) {
      onReply(state, deviceId, reply);
    },
    end() {
      for (const command of [...state.pending]) {
        settleUnanswered(state, command, commandResults.closedBeforeReply({ path: command.path }));
      }
    },
  };
}

async function send(state: PendingState, outgoing: OutgoingCommand): Promise<CommandOutcome> {
  const { timers, pending } = state;
  const { encoded, path, write } = outgoing;
  return new Promise((resolve) => {
    const command: PendingCommand = {
      ...outgoing,
      ref: encoded.ref,
      isWritten: false,
      settle(outcome) {
        cancelTimeout();
        pending.delete(command);
        resolve(outcome);
      },
    };
    const cancelTimeout = timers.after(REPLY_TIMEOUT_MS, () => {
      const seconds = REPLY_TIMEOUT_MS / 1000;
      settleUnanswered(
        state,
        command,
        command.isWritten ? commandResults.noReply({ seconds }) : commandResults.notTaken({ path, seconds }),
      );
    });
    pending.add(command);
    write(encoded.data).then(
      () => {
        onWritten(command);
      },
      (error: unknown) => {
        onWriteError(state, command, error);
      },
    );
  });
}

function onWritten(command: PendingCommand): void {
  const { encoded, path, protocol } = command;
  command.isWritten = true;
  if (encoded.ref !== undefined) return;
  const reason = encoded.note ?? commandResults.noReplies({ protocol });
  command.settle({ state: 'done', ...withText('result', commandResults.written({ path, reason })) });
}

function onWriteError(state: PendingState, command: PendingCommand, error: unknown): void {
  // Too much waits for a tracker that does not read: this write was not even queued.
  if (error instanceof PortError && error.fault === 'busy') {
    command.settle(notWritten(reasonOf(error)));
  } else settleUnanswered(state, command, commandResults.partWritten({ detail: reasonOf(error) }));
}

function settleUnanswered(state: PendingState, command: PendingCommand, result: GatewayMessage): void {
  // Settled already.
  if (!state.pending.has(command)) return;
  const { deviceId, ref } = command;
  if (ref !== undefined) {
    state.unanswered.push({ deviceId, ref, at: state.timers.now() });
    state.unanswered = state.unanswered.slice(-MAX_UNANSWERED);
  }
  command.settle({ state: 'uncertain', ...withText('result', result) });
}

function onReply(state: PendingState, deviceId: string | undefined, { ref, accepted, text }: CommandReply): void {
  const { timers, pending } = state;
  state.unanswered = state.unanswered.filter(({ at }) => timers.now() - at < LATE_REPLY_MS);
  // Without a device id, `ref` is the random key of one command, which only its tracker knows.
  const isFor = (one: Pick<Unanswered, 'deviceId'> & { readonly ref: MessageRef | undefined }): boolean =>
    one.ref === ref && (deviceId === undefined || one.deviceId === deviceId);
  const late = state.unanswered.findIndex(isFor);
  if (late >= 0) {
    state.unanswered.splice(late, 1);
    return;
  }
  for (const command of pending) {
    if (!isFor(command)) continue;
    const result = Array.from(text).slice(0, MAX_RESULT_CHARS).join('');
    command.settle({
      state: accepted ? 'done' : 'failed',
      ...(result === '' ? withText('result', commandResults.accepted()) : { result }),
    });
    return;
  }
}
