import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import type { Settings } from '../settings/settings.js';
import type { User } from '../../schema/accounts/user.js';
import type { LogLevel, LogLevelView } from '../../schema/config/log-level.js';
import { byUser } from '../edits.js';

/** The level of the application log. A level that is set applies until `log.level` changes or the gateway stops. */
export type LogLevels = {
  readonly view: () => LogLevelView;
  /** In effect also if its entry cannot be stored. */
  readonly set: (level: LogLevel, user: User) => Promise<LogLevelView>;
};

export type LogLevelsOptions = {
  readonly store: Pick<Store, 'append'>;
  readonly logger: Logger;
  readonly settings: Pick<Settings, 'current' | 'onChange'>;
};

export function createLogLevels({ store, logger, settings }: LogLevelsOptions): LogLevels {
  const configured = (): LogLevel => settings.current().log.level;
  let current = configured();
  const view = (): LogLevelView => ({ level: current, configured: configured() });

  function set(level: LogLevel, by?: string): LogLevelView {
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
  }

  settings.onChange((now, before) => {
    if (now.log.level !== before.log.level) set(now.log.level);
  });
  return {
    view,
    async set(level, user) {
      if (level === current) return view();
      set(level, user.name);
      await store.append([{ kind: 'log-level', v: { level } }], byUser(user)).catch(() => undefined);
      return view();
    },
  };
}
