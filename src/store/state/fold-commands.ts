import { BOUNDS } from '../../domain/bounds.js';
import { correctStamp, type Restamp } from '../../domain/clock/restamp.js';
import { COMMAND_STATE_BY_MESSAGE, isWaiting, smsResult, type Command } from '../../domain/commands/command.js';
import { commandMessages } from '../../domain/commands/messages.js';
import { withText } from '../../messages/with-text.js';
import type { Entry } from '../../schema/entry.js';
import { stampOf } from './fold-outbox.js';
import type { State } from './state.js';
import { trimMap, trimOwn } from './trim-map.js';

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

function finish(state: State, command: Command): void {
  const { commands, finishedCommands } = state;
  commands.delete(command.id);
  finishedCommands.set(command.id, command);
  trimOwn(finishedCommands, BOUNDS.finishedCommands.share.max, ({ deviceId }) => deviceId === command.deviceId);
  trimMap(finishedCommands, BOUNDS.finishedCommands);
}

/** The number of the entry is the command's id. */
export function onCommandQueued(
  state: State,
  entry: EntryOf<'command' | 'command-message'>,
  isUntrusted: boolean,
): void {
  const sms = entry.kind === 'command-message';
  const id = String(entry.n);
  state.commands.set(id, {
    ...(sms ? entry.v.command : entry.v),
    id,
    sms,
    state: 'queued',
    result: null,
    port: null,
    protocol: null,
    queued: stampOf(entry),
    ...(isUntrusted && { untrusted: true }),
    sent: null,
    settled: null,
  });
}

export function onCommandSending(state: State, entry: EntryOf<'command-begun'>): void {
  const { id, port, protocol } = entry.v;
  const command = state.commands.get(id);
  if (command === undefined) return;
  state.commands.set(id, { ...command, state: 'sending', port, protocol, sent: stampOf(entry) });
}

export function onCommandSettled(state: State, entry: EntryOf<'command-settled'>): void {
  const { id, state: finalState, result, resultData } = entry.v;
  const command = state.commands.get(id);
  if (command !== undefined)
    finish(state, {
      ...command,
      state: finalState,
      result,
      ...(resultData !== undefined && { resultData }),
      settled: stampOf(entry),
    });
}

/** A command that is sent as an SMS has the state of its message. */
export function followMessage(
  state: State,
  entry: EntryOf<'message-begun' | 'message-returned' | 'message-settled'>,
): void {
  const command = state.commands.get(entry.v.id);
  const message = state.outbox.get(entry.v.id) ?? state.finishedMessages.get(entry.v.id);
  if (command === undefined || message === undefined) return;
  const followed: Command = {
    ...command,
    state: COMMAND_STATE_BY_MESSAGE[message.state],
    result: smsResult(message),
    sent: entry.kind === 'message-begun' ? stampOf(entry) : command.sent,
  };
  if (isWaiting(followed)) state.commands.set(command.id, followed);
  else finish(state, { ...followed, settled: stampOf(entry) });
}

/** The same id may later be registered for another tracker. */
export function cancelCommandsOf(state: State, entry: EntryOf<'device-removed'>): void {
  for (const command of state.commands.values()) {
    if (command.deviceId !== entry.v.id || command.state !== 'queued' || command.sms) continue;
    finish(state, {
      ...command,
      state: 'canceled',
      ...withText('result', commandMessages.deviceRemoved()),
      settled: stampOf(entry),
    });
  }
}

/** The clock is trusted from this entry on: see `restampMessages`. */
export function restampCommands(state: State, entry: EntryOf<'clock'>, restamps: readonly Restamp[]): void {
  for (const [id, command] of state.commands) {
    const { untrusted, ...others } = command;
    if (untrusted !== true) continue;
    const queued = command.queued.boot === entry.boot ? correctStamp(command.queued, restamps) : stampOf(entry);
    state.commands.set(id, { ...others, queued });
  }
  if (restamps.length === 0) return;
  for (const map of [state.commands, state.finishedCommands]) {
    for (const [id, command] of map) {
      const [sent, settled] = [command.sent, command.settled].map((one) => one && correctStamp(one, restamps));
      const queued = correctStamp(command.queued, restamps);
      map.set(id, { ...command, queued, sent: sent ?? null, settled: settled ?? null });
    }
  }
}
