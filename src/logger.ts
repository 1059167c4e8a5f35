import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './schema/config/log-level.js';

export type { Logger };

/** Writes lines of JSON, or plain text if `out` is a terminal. Never buffers. */
export function createLogger(level: LogLevel, out: NodeJS.WriteStream = process.stdout): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    out.isTTY ? formatForTerminal(out) : out,
  );
}

/** Discards everything, at every level. */
export const silentLogger: Logger = pino({ level: 'silent' }, { write: () => undefined });

type LogLine = { level: number; time: string; msg?: string } & Record<string, unknown>;

const formatForTerminal = (out: NodeJS.WriteStream): DestinationStream => ({
  write(text) {
    const { level, time, msg, ...rest } = JSON.parse(text) as LogLine;
    const fields = Object.entries(rest).map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const prefix = level >= 50 ? 'ERROR ' : level >= 40 ? 'warn  ' : '';
    out.write(`${time.slice(11, 19)} ${prefix}${msg ?? ''}${fields.join('')}\n`);
  },
});
