import { createLogRateLimit, type LogLines } from '../../logger.js';
import type { Timers } from '../../time/clock.js';

const LINES_PER_MINUTE = 20;

/** Strangers cause lines too: at most 20 a minute are written, and the next line after that has the number left out. */
export function createLimitedLog(logger: LogLines, timers: Timers): LogLines {
  const nextLine = createLogRateLimit(timers.now, LINES_PER_MINUTE);
  const limited =
    (write: LogLines['warn']): LogLines['warn'] =>
    (fields, text) => {
      const suppressed = nextLine();
      if (suppressed !== undefined) write(suppressed === 0 ? fields : { ...fields, suppressed }, text);
    };

  return {
    debug: (fields, text) => {
      logger.debug(fields, text);
    },
    info: limited((fields, text) => {
      logger.info(fields, text);
    }),
    warn: limited((fields, text) => {
      logger.warn(fields, text);
    }),
    error: limited((fields, text) => {
      logger.error(fields, text);
    }),
  };
}
