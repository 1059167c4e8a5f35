import type { Logger } from '../../logger.js';
import type { LogLevel, LogLevelView } from '../../schema/config/log-level.js';

/** The level of the application log. A changed level applies until the gateway stops. */
export type LogLevels = {
  readonly view: () => LogLevelView;
  /** `by`: name of the user, for the log */
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
        logger.info({ level, before: current, by }, 'log level was set');
      };
      // Logged at the level that shows it, so that a log that becomes silent ends with the reason.
      const isInfoEnabled = logger.isLevelEnabled('info');
      if (isInfoEnabled) logChange();
      logger.level = level;
      if (!isInfoEnabled) logChange();
      current = level;
      return view();
    },
  };
}
