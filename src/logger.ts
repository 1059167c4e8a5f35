import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogTail } from './log-tail.js';
import type { LogLevel } from './schema/config/log-level.js';
import { printable } from './schema/printable-text.js';

export type { Logger };

/** What writes lines of some levels to a log. */
export type LogLines = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: Readonly<Record<string, unknown>>, text: string) => void>
>;

/** Writes lines of JSON, or plain text if `out` is a terminal. Never buffers. `tail` keeps the last lines. */
export function createLogger(level: LogLevel, out: NodeJS.WriteStream = process.stdout, tail?: LogTail): Logger {
  const target: DestinationStream = out.isTTY ? formatForTerminal(out) : out;
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write(text) {
        target.write(text);
        tail?.add(text);
      },
    },
  );
}

/** Discards everything, at every level. */
export const silentLogger: Logger = pino({ level: 'silent' }, { write: () => undefined });

type LogLine = { level: number; time: string; msg?: string } & Record<string, unknown>;

const formatForTerminal = (out: NodeJS.WriteStream): DestinationStream => ({
  write(text) {
    const { level, time, msg, ...rest } = JSON.parse(text) as LogLine;
    const fields = Object.entries(rest).map(
      ([name, value]) => ` ${printable(name)}=${printable(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    const prefix = level >= 50 ? 'ERROR ' : level >= 40 ? 'warn  ' : '';
    out.write(`${time.slice(11, 19)} ${prefix}${printable(msg ?? '')}${fields.join('')}\n`);
  },
});

/**
 * Limits log lines to `maxPerMinute`. The returned function gives undefined for a line to suppress, otherwise the
 * number of lines suppressed since the previous one.
 */
export function createLogRateLimit(monotonic: () => number, maxPerMinute: number): () => number | undefined {
  const WINDOW_MS = 60_000;
  let windowStart = -WINDOW_MS;
  let passed = 0;
  let suppressed = 0;
  return () => {
    const now = monotonic();
    if (now - windowStart >= WINDOW_MS) {
      windowStart = now;
      passed = 0;
    }
    if (passed >= maxPerMinute) {
      suppressed += 1;
      return undefined;
    }
    passed += 1;
    const suppressedBefore = suppressed;
    suppressed = 0;
    return suppressedBefore;
  };
}
