import { isRestricted } from '../../domain/accounts/scope.js';
import { createScrub } from '../../domain/scrub.js';
import { success, type Result } from '../../errors.js';
import type { LogTail, TailLine } from '../../log-tail.js';
import { LINE_LEVELS, type LineLevel, type LogLine } from '../../schema/system/log-line.js';
import type { Timers } from '../../time/clock.js';
import { streamErrors } from '../events/messages.js';
import { createLiveStreams, type LiveSubscription } from '../events/live-streams.js';
import type { Refusals } from './refusals.js';

type LogSubscription = LiveSubscription<LogLine> & { readonly level: LineLevel };

/** The last lines of the application log, without secrets. */
export type LogLines = {
  /** the oldest first */
  readonly list: (query: { readonly level: LineLevel; readonly limit: number }) => Promise<LogLine[]>;
  /** Starts with the next line; gives the function that ends it. `rate_limited`: too many streams are open. */
  readonly subscribe: (subscription: LogSubscription) => Promise<Result<() => void>>;
  /** Ends every stream and accepts no new ones. */
  readonly stop: () => void;
};

export type LogLinesOptions = {
  readonly tail: Pick<LogTail, 'lines' | 'subscribe'>;
  /** the secrets of the configuration, the environment and the data folder */
  readonly readSecrets: () => Promise<readonly string[]>;
  readonly timers: Timers;
  readonly refusals: Pick<Refusals, 'note'>;
};

export const MAX_LOG_STREAMS = 5;

export function createLogLines({ tail, readSecrets, timers, refusals }: LogLinesOptions): LogLines {
  const streams = createLiveStreams({
    max: MAX_LOG_STREAMS,
    refusal: streamErrors.tooManyLogs({ limit: MAX_LOG_STREAMS }),
    mayRead: (user) => !isRestricted(user) && user.privileges.includes('admin'),
    forbidden: streamErrors.logPrivilege(),
    timers,
    refusals,
  });
  const reader = async (): Promise<(line: TailLine) => LogLine> => createReader(createScrub(await readSecrets()));

  /** Gives the function that stops it. */
  function follow({ level, receiver }: LogSubscription, read: (line: TailLine) => LogLine): () => void {
    let skipped = 0;
    return tail.subscribe((tailLine) => {
      if (receiver.isFull()) {
        skipped += 1;
        return;
      }
      const line = read(tailLine);
      if (!isIncluded(line, level)) return;
      receiver.send({ type: 'line', data: { ...line, skipped } });
      skipped = 0;
    });
  }

  return {
    async list({ level, limit }) {
      const read = await reader();
      return tail
        .lines()
        .map(read)
        .filter((line) => isIncluded(line, level))
        .slice(-limit);
    },
    async subscribe(subscription) {
      const read = await reader();
      return streams.open(subscription, () => success(follow(subscription, read)));
    },
    stop: streams.stop,
  };
}

const isIncluded = ({ level }: LogLine, least: LineLevel): boolean =>
  LINE_LEVELS.indexOf(level) <= LINE_LEVELS.indexOf(least);

/** pino's numbers. */
const levelOf = (level: unknown): LineLevel =>
  typeof level !== 'number' ? 'info' : level >= 50 ? 'error' : level >= 40 ? 'warn' : level >= 30 ? 'info' : 'debug';

const createReader =
  (scrub: (text: string) => string) =>
  ({ n, text }: TailLine): LogLine => {
    const { level, time, msg, ...rest } = parse(text);
    const fields = Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return {
      n,
      at: typeof time === 'string' ? time : '',
      level: levelOf(level),
      text: scrub(typeof msg === 'string' ? msg : ''),
      fields: scrub(fields.join(' ')),
      skipped: 0,
    };
  };

/** A line that was too long is not JSON any more. */
function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { msg: text };
  }
}
