import { pino } from 'pino';
import type { Logger } from '../../../src/logger.js';

export type LogLine = Readonly<Record<string, unknown>> & { readonly level: number; readonly msg: string };

/** A logger that keeps all its lines. */
export function createLogKeeper(): { logger: Logger; text: () => string; lines: () => LogLine[] } {
  let kept = '';
  const logger = pino({ level: 'debug' }, { write: (line: string) => (kept += line) });
  return {
    logger,
    text: () => kept,
    lines: () =>
      kept
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
  };
}
