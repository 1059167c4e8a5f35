import { failure } from '../../../src/errors.js';
import type { Config } from '../../../src/schema/config/config.js';
import type { Settings } from '../../../src/services/settings/settings.js';

/** Settings that refuse every change. */
export const fixedSettings = (config: Config): Settings => ({
  current: () => config,
  view: () => failure('forbidden', 'the settings are fixed'),
  reload: () => undefined,
  change: () => Promise.resolve(failure('forbidden', 'the settings are fixed')),
  withheld: () => undefined,
  addCheck: () => undefined,
  onChange: () => undefined,
});
