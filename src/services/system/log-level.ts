import type { Logger } from '../../logger.js';
import type { LogLevel, LogLevelView } from '../../schema/config/log-level.js';

/** How much the gateway writes of itself; what is set holds until it ends. */
export type LogLevels = {
  readonly view: () => LogLevelView;
  /** `by`: who sets it, for the log */
  readonly set: (level: LogLevel, by: string) => LogLevelView;
};

export type LogLevelsOptions = { readonly logger: Logger; readonly configured: LogLevel };

export function createLogLevels({ logger, configured }: LogLevelsOptions): LogLevels {
  let current = configured;
  const view = (): LogLevelView => ({ level: current, configured });
  return {
    view,
    set(level, by) {
      const logChange = (): void => {
        logger.info({ level, before: current, by }, 'the log level was set');
      };
      // At whichever of the two it can be read: a log that falls silent says why.
      const isInfoEnabled = logger.isLevelEnabled('info');
      if (isInfoEnabled) logChange();
      logger.level = level;
      if (!isInfoEnabled) logChange();
      current = level;
      return view();
    },
  };
}
