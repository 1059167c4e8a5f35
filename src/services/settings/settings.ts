import { isRestricted } from '../../domain/accounts/scope.js';
import { RECEIVER_KEYS, secretsFor, type Receiver, type UsableSecrets } from '../../domain/receiver.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import { CHANNELS, type ChannelName } from '../../schema/channels.js';
import type { Config } from '../../schema/config/config.js';
import type { Change } from '../../schema/entry.js';
import {
  isSecretKey,
  nest,
  SECRET_KEYS,
  SETTING_KEYS,
  type SecretKey,
  type SettingKey,
  type SettingsChange,
  type SettingSource,
  type SettingsView,
  type SettingValue,
} from '../../schema/system/settings.js';
import type { NamedSecrets } from '../../store/secrets.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { byUser, type Edits } from '../edits.js';
import {
  effectiveConfig,
  receiverIn,
  storedValue,
  storedWebhooks,
  valueAt,
  type SettingSecrets,
  type StoredSettings,
} from './effective-config.js';

/** The configuration with what administrators set while the gateway runs. A key that the configuration sets stays. */
export type Settings = {
  /** the values that apply now */
  readonly current: () => Config;
  readonly view: (user: User) => Result<SettingsView>;
  /** All or none; in effect when it resolves, except for what `onChange` starts. */
  readonly change: (caller: User, change: SettingsChange) => Promise<Result<SettingsView>>;
  /** Applies what was stored by other means than `change`. */
  readonly reload: () => void;
  /** Why the stored secret of a channel is not used: it was entered for another receiver. */
  readonly withheld: (channel: ChannelName) => string | undefined;
  /** Adds a check of values before they are stored; its failure refuses the change. */
  readonly addCheck: (check: SettingsCheck) => void;
  /** Calls `listener` after each change. Must not throw. */
  readonly onChange: (listener: (now: Config, before: Config) => void) => void;
};

type SettingsCheck = (next: Config, current: Config) => Promise<Failure | undefined>;

export type SettingsOptions = {
  readonly config: Config;
  /** the keys that the file, the environment or the flags set */
  readonly configured: ReadonlySet<string>;
  readonly store: Pick<Store, 'state' | 'append'>;
  /** the secrets that are stored, and the receivers that they were entered for */
  readonly secrets: SettingSecrets;
  readonly receiverOf: (key: SecretKey) => Receiver | null | undefined;
  readonly saveSecrets: (secrets: SettingSecrets, receivers: SettingReceivers) => Promise<void>;
  readonly namedSecrets: Pick<NamedSecrets, 'get'>;
  readonly edits: Edits;
  readonly logger: Pick<Logger, 'warn'>;
};

type SettingReceivers = Readonly<Partial<Record<SecretKey, Receiver>>>;

type SettingsState = SettingsOptions & { secrets: SettingSecrets; current: Config };

export function createSettings(options: SettingsOptions): Settings {
  const state: SettingsState = { ...options, current: options.config };
  state.current = effective(state);
  const checks: SettingsCheck[] = [];
  const listeners: ((now: Config, before: Config) => void)[] = [];

  async function change(user: User, wanted: SettingsChange): Promise<Result<SettingsView>> {
    if (isRestricted(user)) return forbidden();
    const changed = changedKeys(state, wanted);
    const refused = refusalOf(state, changed, wanted);
    if (refused !== undefined) return refused;
    const next = effective({ ...state, ...afterChange(state, changed) });
    for (const check of checks) {
      const problem = await check(next, state.current);
      if (problem !== undefined) return problem;
    }
    const stored = await storeChange(state, changed, user);
    if (!stored.ok) return stored;
    const before = state.current;
    state.current = effective(state);
    for (const listener of listeners) listener(state.current, before);
    return success(viewOf(state));
  }

  return {
    current: () => state.current,
    view: (user) => (isRestricted(user) ? forbidden() : success(viewOf(state))),
    change: (caller, wanted) => options.edits(caller, (user) => change(user, wanted)),
    reload() {
      const before = state.current;
      state.current = effective(state);
      for (const listener of listeners) listener(state.current, before);
    },
    withheld(channel) {
      const section = `notifications.${CHANNELS[channel].section}.`;
      const secret = SECRET_KEYS.find((key) => key.startsWith(section));
      return secret === undefined || state.configured.has(secret)
        ? undefined
        : usableSecret(state, secret, state.current).withheld;
    },
    addCheck(check) {
      checks.push(check);
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

const forbidden = (): Failure => failure('forbidden', 'restricted users cannot access the settings of the gateway');

const storedIn = ({
  store,
  secrets,
  namedSecrets,
}: Pick<SettingsState, 'store' | 'secrets' | 'namedSecrets'>): StoredSettings => ({
  settings: store.state.settings,
  secrets,
  webhooks: storedWebhooks(store.state.webhooks, namedSecrets),
});

type ProposedState = Omit<SettingsState, 'current'> & {
  readonly stored?: StoredSettings;
  /** the secrets that are set with the settings: their receivers are those of these settings */
  readonly given?: ReadonlySet<SecretKey>;
};

const effective = (state: ProposedState): Config =>
  effectiveConfig({
    config: state.config,
    configured: state.configured,
    stored: state.stored ?? storedIn(state),
    receiverOf: (key) => (state.given?.has(key) === true ? null : state.receiverOf(key)),
    onInvalid(reason) {
      state.logger.warn({ reason }, 'stored setting is invalid, the default applies');
    },
  });

/** The secret that is stored under `key`, if it was entered for the receiver in `config`. */
const usableSecret = (state: SettingsState, key: SecretKey, config: Config): UsableSecrets =>
  secretsFor({ secrets: { [key]: state.secrets[key] }, receiver: state.receiverOf(key) }, receiverIn(config, key));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs from what is stored or, for a key that the configuration sets, from its value. */
function changedKeys(state: SettingsState, wanted: SettingsChange): SettingsChange {
  return new Map(
    [...wanted].flatMap(([key, value]): [SettingKey, SettingValue | null][] => {
      const given = isSecretKey(key) && value === '' ? null : value;
      if (state.configured.has(key)) {
        return given === null || isSame(given, valueAt(state.current, key)) ? [] : [[key, given]];
      }
      // Its receiver may change with it.
      if (isSecretKey(key) && given !== null) return [[key, given]];
      const stored = storedValue(storedIn(state), key);
      // A value that was read and is sent back stays what it was: the default, if it is that.
      const before = stored ?? (given === null ? null : valueAt(state.current, key));
      return isSame(given, before) ? [] : [[key, given]];
    }),
  );
}

const pointerOf = (key: string): string => `/${key.replaceAll('.', '/')}`;

function refusalOf(state: SettingsState, changed: SettingsChange, wanted: SettingsChange): Failure | undefined {
  const { configured, current } = state;
  const fixed = [...changed.keys()].find((key) => configured.has(key));
  if (fixed !== undefined) {
    return failure('conflict', `${pointerOf(fixed)} is set by the configuration: change it there, or remove it there`);
  }
  const next = effective({ ...state, ...afterChange(state, changed) });
  for (const secret of SECRET_KEYS) {
    const receiver = RECEIVER_KEYS[secret].find((key) => !isSame(valueAt(next, key), valueAt(current, key)));
    if (receiver === undefined || valueAt(current, secret) === '' || wanted.has(secret)) continue;
    if (configured.has(secret)) {
      const fix = `change ${receiver} there too`;
      return failure('conflict', `${pointerOf(receiver)} belongs to ${secret}, which the configuration sets: ${fix}`);
    }
    return failure('validation_failed', `${pointerOf(secret)} is missing: a change of ${receiver} takes it again`);
  }
  return undefined;
}

/** What would be stored. */
function afterChange(
  state: SettingsState,
  changed: SettingsChange,
): { readonly stored: StoredSettings; readonly given: ReadonlySet<SecretKey> } {
  const settings = new Map(state.store.state.settings);
  const secrets: Record<SecretKey, string> = { ...state.secrets };
  for (const [key, value] of changed) {
    if (isSecretKey(key)) secrets[key] = typeof value === 'string' ? value : '';
    else if (value === null) settings.delete(key);
    else settings.set(key, value);
  }
  const given = new Set([...changed.keys()].filter(isSecretKey));
  return { stored: { ...storedIn(state), settings, secrets }, given };
}

async function storeChange(state: SettingsState, changed: SettingsChange, user: User): Promise<Result<undefined>> {
  const { secrets: before } = state;
  const after = afterChange(state, changed);
  const { secrets } = after.stored;
  const hasSecrets = after.given.size > 0;
  const undo = (): Promise<void> => state.saveSecrets(before, receiversBefore);
  const receiversBefore = receiversOf(after.given, (key) => state.receiverOf(key) ?? {});
  const next = effective({ ...state, ...after });
  if (hasSecrets)
    await state.saveSecrets(
      secrets,
      receiversOf(after.given, (key) => receiverIn(next, key)),
    );
  try {
    const stored = await appendWithin(state.store, changesOf(changed), byUser(user));
    if (stored.ok) {
      state.secrets = secrets;
      return success(undefined);
    }
    if (hasSecrets) await undo();
    return stored;
  } catch (error) {
    if (hasSecrets) await undo().catch(() => undefined);
    throw error;
  }
}

const receiversOf = (keys: ReadonlySet<SecretKey>, receiverOf: (key: SecretKey) => Receiver): SettingReceivers =>
  Object.fromEntries([...keys].map((key) => [key, receiverOf(key)]));

function changesOf(changed: SettingsChange): Change[] {
  const open = [...changed].flatMap(([key, value]): Change[] => {
    if (isSecretKey(key)) return [];
    return [value === null ? { kind: 'setting-removed', v: { key } } : { kind: 'setting', v: { key, value } }];
  });
  // Of a secret, only that it was set.
  const secrets = [...changed.keys()].filter(isSecretKey);
  return secrets.length === 0 ? open : [...open, { kind: 'secrets-set', v: { of: 'settings', name: '', secrets } }];
}

function viewOf(state: SettingsState): SettingsView {
  const { configured, current } = state;
  const stored = storedIn(state);
  const sourceOf = (key: SettingKey): SettingSource =>
    configured.has(key) ? 'configuration' : storedValue(stored, key) === undefined ? 'default' : 'settings';
  const open = SETTING_KEYS.filter((key) => !isSecretKey(key));
  return {
    settings: nest(open.map((key) => [key, valueAt(current, key)] as const)),
    sources: Object.fromEntries(SETTING_KEYS.map((key) => [key, sourceOf(key)])) as SettingsView['sources'],
    secrets: Object.fromEntries(
      SECRET_KEYS.map((key) => [key, valueAt(current, key) !== '']),
    ) as SettingsView['secrets'],
  };
}
