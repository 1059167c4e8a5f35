import { createLogger, type Logger } from './logger.js';
import { createLogTail, type LogTail } from './log-tail.js';
import type { Collection } from './domain/bounds.js';
import { receiversOfEntities } from './domain/receiver.js';
import { apiAlertNames } from './domain/records/alert-name.js';
import { packageVersion } from './package.js';
import { protocols } from './protocols/index.js';
import type { Protocol } from './protocols/protocol.js';
import { messageOf } from './errors.js';
import type { Config } from './schema/config/config.js';
import { SECRET_KEYS } from './schema/system/settings.js';
import { createEditQueue } from './services/edits.js';
import type { Core } from './services/index.js';
import type { ClockSources } from './services/time/clock-trust.js';
import { withChangeLog } from './services/system/change-log.js';
import { createLogBudgets, withLogBudgets } from './services/system/log-budgets.js';
import { createRefusals } from './services/system/refusals.js';
import { receiverIn } from './services/settings/effective-config.js';
import { createSettings } from './services/settings/settings.js';
import { createTime } from './services/time/time.js';
import { onFirstUnknown } from './messages/format.js';
import { applyStagedRestore } from './store/backup/staged-restore.js';
import { openSecrets, type Secrets } from './store/secrets.js';
import type { ReadonlyState } from './store/state/state.js';
import { openStore } from './store/store.js';
import { type Clock, type Timers, createClock, timers as realTimers } from './time/clock.js';

export type CoreOptions = {
  readonly config: Config;
  /** the keys of the configuration that settings do not change; left out: none */
  readonly configured?: ReadonlySet<string>;
  /** the data folder */
  readonly data: string;
};

/** What tests replace. */
export type CoreOverrides = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** what `logger` wrote */
  readonly logTail?: LogTail;
  readonly timers?: Timers;
  readonly clockSources?: ClockSources;
};

/** Opens the store; the caller closes it. */
export async function openCore({ config, configured, data }: CoreOptions, overrides: CoreOverrides): Promise<Core> {
  const { clock = createClock(), timers = realTimers, clockSources: sources } = overrides;
  const { logTail = createLogTail() } = overrides;
  const { logger = createLogger(config.log.level, process.stdout, logTail) } = overrides;
  const waypostVersion = packageVersion();
  // Its text is the id in brackets: a row is missing, or a value does not fit.
  onFirstUnknown((id) => {
    logger.warn({ id }, 'unknown message');
  });
  await applyStagedRestore({ folder: data, now: new Date(clock.now()).toISOString(), logger });
  // The store opens before its clock can be rated, and before it gives the settings.
  const age = (): number => time.trustedNow();
  const retention = currentRetention(() => settings.current());
  const onRefused = (collection: Collection): void => {
    refusals.note('state_full', { collection });
  };
  const storeOptions = { ...config.store, retention };
  const opened = await openStore({ folder: data, clock, logger, age, waypostVersion, onRefused, ...storeOptions });
  const refusals = createRefusals({ logger, monotonic: clock.monotonic });
  const queue = createEditQueue({ refusals });
  const secrets = await openSecrets(data);
  const settings = createSettings({
    config,
    configured: configured ?? new Set(),
    store: { state: opened.state, append: (changes, by) => store.append(changes, by) },
    secrets: secrets.settings,
    receiverOf: secrets.receiverOf,
    saveSecrets: secrets.saveSettings,
    namedSecrets: secrets.named,
    edits: queue.edits,
    logger,
  });
  await bindSecrets(secrets, settings.current(), opened.state, logger);
  const { timeZone } = settings.current();
  const time = createTime({ clock, store: opened, timeZone, timers, logger, gnssTimeProtocols, sources });
  const logBudgets = createLogBudgets({ store: opened, retention, time, refusals });
  const store = withChangeLog(withLogBudgets(opened, logBudgets), logger);
  applySettings({ config, settings, store, time, logger });
  const attentionNames = (): readonly string[] => apiAlertNames(settings.current().attention);
  return {
    config,
    settings,
    store,
    logBudgets,
    time,
    timers,
    logger,
    logTail,
    refusals,
    attentionNames,
    namedSecrets: secrets.named,
    ...queue,
  };
}

/** A store that cannot write binds them in memory, and again at the next start. */
const bindSecrets = (
  { bind }: Pick<Secrets, 'bind'>,
  config: Config,
  { webhooks, uplinks }: ReadonlyState,
  logger: Logger,
): Promise<void> =>
  bind({
    ...Object.fromEntries(SECRET_KEYS.map((key) => [key, receiverIn(config, key)])),
    ...receiversOfEntities(webhooks.values(), uplinks.values()),
  }).catch((error: unknown) => {
    logger.warn({ reason: messageOf(error) }, 'the receivers of the secrets were not stored');
  });

/** Read at each use, because the settings may change it. */
const currentRetention = (current: () => Config): Config['store']['retention'] => ({
  get days() {
    return current().store.retention.days;
  },
  get bytes() {
    return current().store.retention.bytes;
  },
  get uplinkBytes() {
    return current().store.retention.uplinkBytes;
  },
});

type SettingsTargets = Pick<Core, 'config' | 'settings' | 'store' | 'time' | 'logger'>;

/** What does not read its settings at each use. */
function applySettings({ config, settings, store, time, logger }: SettingsTargets): void {
  const { log } = settings.current();
  if (log.level !== config.log.level) logger.level = log.level;
  settings.onChange((now, before) => {
    time.setTimeZone(now.timeZone);
    const { days, bytes } = now.store.retention;
    if (days !== before.store.retention.days || bytes !== before.store.retention.bytes) store.applyRetention();
  });
}

const gnssTimeProtocols: ReadonlySet<string> = new Set(
  Object.values<Protocol>(protocols).flatMap(({ name, gnssTime }) => (gnssTime === true ? [name] : [])),
);
