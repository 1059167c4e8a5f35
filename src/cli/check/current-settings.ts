import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, type GatewayFlags, type GatewaySettings } from '../../config.js';
import { errnoOf, messageOf } from '../../errors.js';
import type { Config } from '../../schema/config/config.js';
import type { StoredPort } from '../../schema/ports/port-settings.js';
import { effectiveConfig, storedWebhooks } from '../../services/settings/effective-config.js';
import { configuredUplinks, definedUplinks, type UplinkDefinition } from '../../services/uplinks/defined-uplinks.js';
import { openReadonlyStore } from '../../store/check/readonly-store.js';
import { openSecrets } from '../../store/secrets.js';
import type { ReadonlyState } from '../../store/state/state.js';
import { assertSupported } from '../../store/state/format.js';
import { FORMAT } from '../../store/state/migrations/index.js';

type SettingsProblem = { readonly what: string; readonly remedy: string };

/** What the store knows of uplinks, as of their last stored position. */
export type ForwardedState = Pick<ReadonlyState, 'n' | 'uplinkPositions' | 'deadLetters'>;

/** What the store knows of messages and of who is to get them. */
export type MessagesState = Pick<ReadonlyState, 'outbox' | 'finishedMessages' | 'notifications' | 'unacknowledged'>;

/** What the gateway uses: the configuration with what was set while it ran. */
export type CurrentSettings = {
  /** the configuration alone */
  readonly settings: GatewaySettings;
  readonly config: Config;
  /** the ports that users added */
  readonly ports: readonly StoredPort[];
  readonly uplinks: readonly UplinkDefinition[];
  /** how far the uplinks have come; undefined: the store was not read */
  readonly forwarded?: ForwardedState;
  /** undefined: the store was not read */
  readonly messages?: MessagesState;
  /** why stored settings do not apply; empty: all of them do */
  readonly problems: readonly SettingsProblem[];
};

/** Reads the configuration and the data folder, without a lock: a gateway may be running on it. Changes nothing. */
export async function loadCurrentSettings(flags: GatewayFlags, env: NodeJS.ProcessEnv): Promise<CurrentSettings> {
  const settings = await loadSettings(flags, env);
  const { config, configured, data } = settings;
  const unstored = { settings, config, ports: [], uplinks: configuredUplinks(config.uplinks) };
  try {
    if (!(await hasStore(data))) return { ...unstored, problems: [] };
    await assertSupported(data, FORMAT);
    const { state, close } = await openReadonlyStore(data);
    await close();
    const { settings: secrets, receiverOf, named } = await openSecrets(data);
    const stored = { settings: state.settings, secrets, webhooks: storedWebhooks(state.webhooks, named) };
    const problems: SettingsProblem[] = [];
    const current = effectiveConfig({
      ...{ config, configured, stored, receiverOf },
      onInvalid(reason) {
        problems.push({ what: `stored setting is invalid, the default applies: ${reason}`, remedy: 'set it again' });
      },
    });
    const uplinks = definedUplinks({
      configured: config.uplinks,
      stored: state.uplinks.values(),
      secretsOf: (name) => named.get('uplinks', name),
      onInvalid(reason) {
        problems.push({ what: `stored uplink is invalid and not used: ${reason}`, remedy: 'set it again' });
      },
    });
    return {
      settings,
      config: current,
      ports: [...state.ports.values()],
      uplinks,
      forwarded: state,
      messages: state,
      problems,
    };
  } catch (error) {
    return { ...unstored, problems: [unreadable(data, error)] };
  }
}

/** A folder without a log has no settings yet. */
const hasStore = (folder: string): Promise<boolean> =>
  stat(join(folder, 'log')).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return false;
      throw error;
    },
  );

function unreadable(folder: string, error: unknown): SettingsProblem {
  const isDenied = errnoOf(error) === 'EACCES' || errnoOf(error) === 'EPERM';
  return {
    what: `the settings and ports stored in ${folder} were not read (${messageOf(error)}): only the configuration was checked`,
    remedy: isDenied ? 'run it as: sudo waypost check' : 'see waypost check --only store',
  };
}
