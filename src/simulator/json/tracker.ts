import type { Fix } from '../fix.js';
import { jsonLine, type JsonCommandReply, type JsonPost } from './line.js';
import { createUnackedQueue } from '../unacked-queue.js';
import { REFUSED_COMMAND, type TrackerContext, type Tracker } from '../trackers/tracker.js';

const CAPACITY = 100_000;
/** A longer line is neither a reply nor a command. */
const MAX_REPLY_LENGTH = 16_384;

/**
 * A tracker that sends JSON Lines with checksums, and resends each line until a reply with its id arrives. It replies to
 * commands.
 */
export function createJsonTracker({ deviceId, send, onCommand, ...context }: TrackerContext): Tracker {
  const unacked = createUnackedQueue<JsonPost>({
    ...context,
    capacity: CAPACITY,
    sendPost(post) {
      send(jsonLine(post, { checked: true }));
    },
  });
  let id = 0;
  let rest = '';

  function onReply({ id: postId, status }: JsonReply): void {
    // Rate limit or store error: the post will be resent.
    if (status === 429 || status >= 500) return;
    unacked.settle(postId, status === 201 ? 'acknowledged' : 'refused');
  }

  function onCommandLine({ id: commandId, command }: JsonCommand): void {
    const isRefused = command === REFUSED_COMMAND;
    if (!isRefused) onCommand?.(command);
    const reply: JsonCommandReply = {
      id: commandId,
      deviceId,
      ...(isRefused ? { error: 'refused' } : { result: 'ok' }),
    };
    send(jsonLine(reply, { checked: true }));
  }

  return {
    report(fix) {
      const settled = { record: 'location', dateTime: fix.dateTime } as const;
      id += 1;
      unacked.add({ number: id, post: { id, deviceId, location: fix }, settled });
    },
    alert({ dateTime, latitude, longitude }: Fix) {
      const settled = { record: 'alert', dateTime } as const;
      const alert = { dateTime, latitude, longitude, alerts: ['SOS'] };
      id += 1;
      unacked.add({ number: id, post: { id, deviceId, alert }, settled });
    },
    onData(bytes) {
      const lines = (rest + Buffer.from(bytes).toString()).split('\n');
      rest = (lines.pop() ?? '').slice(-MAX_REPLY_LENGTH);
      for (const line of lines) {
        const reply = readReply(line);
        if (reply !== undefined) onReply(reply);
        const command = readCommand(line);
        if (command !== undefined && (command.deviceId ?? deviceId) === deviceId) onCommandLine(command);
      }
    },
    tick: unacked.tick,
    kept: unacked.kept,
  };
}

type JsonCommand = { readonly id: string; readonly command: string; readonly deviceId?: string };

function readCommand(line: string): JsonCommand | undefined {
  try {
    const parsed = JSON.parse(line) as Partial<JsonCommand>;
    return typeof parsed.command === 'string' ? (parsed as JsonCommand) : undefined;
  } catch {
    return undefined;
  }
}

type JsonReply = { readonly id: number; readonly status: number };

function readReply(line: string): JsonReply | undefined {
  try {
    const { id, status } = JSON.parse(line) as Partial<Record<string, unknown>>;
    return typeof id === 'number' && typeof status === 'number' ? { id, status } : undefined;
  } catch {
    return undefined;
  }
}
