import { createLogger, type Logger } from './logger.js';
import type { Collection } from './domain/bounds.js';
import { packageVersion } from './package.js';
import { protocols } from './protocols/index.js';
import type { Protocol } from './protocols/protocol.js';
import type { Config } from './schema/config/config.js';
import { createEditQueue } from './services/edits.js';
import type { Core } from './services/index.js';
import type { ClockSources } from './services/time/clock-trust.js';
import { createLogBudgets, withLogBudgets } from './services/system/log-budgets.js';
import { createRefusals } from './services/system/refusals.js';
import { createTime } from './services/time/time.js';
import { openStore } from './store/store.js';
import { type Clock, type Timers, createClock, timers as realTimers } from './time/clock.js';

export type CoreOptions = {
  readonly config: Config;
  /** the data folder */
  readonly data: string;
};

/** What tests replace. */
export type CoreOverrides = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly timers?: Timers;
  readonly clockSources?: ClockSources;
};

/** Opens the store; the caller closes it. */
export async function openCore({ config, data }: CoreOptions, overrides: CoreOverrides): Promise<Core> {
  const { clock = createClock(), timers = realTimers, clockSources: sources } = overrides;
  const { logger = createLogger(config.log.level) } = overrides;
  const waypostVersion = packageVersion();
  // The store opens before its clock can be rated.
  const age = (): number => time.trustedNow();
  const onRefused = (collection: Collection): void => {
    refusals.note('state_full', { collection });
  };
  const opened = await openStore({ folder: data, clock, logger, age, waypostVersion, onRefused, ...config.store });
  const time = createTime({
    clock,
    store: opened,
    timeZone: config.timeZone,
    timers,
    logger,
    gnssTimeProtocols,
    sources,
  });
  const refusals = createRefusals({ logger, monotonic: time.monotonic });
  const { retention } = config.store;
  const logBudgets = createLogBudgets({ store: opened, retention, time, refusals });
  const store = withLogBudgets(opened, logBudgets);
  return { config, store, logBudgets, time, timers, logger, refusals, ...createEditQueue({ refusals }) };
}

const gnssTimeProtocols: ReadonlySet<string> = new Set(
  Object.values<Protocol>(protocols).flatMap(({ name, gnssTime }) => (gnssTime === true ? [name] : [])),
);
