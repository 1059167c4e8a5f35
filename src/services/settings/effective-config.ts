import { isObject } from '../../domain/json.js';
import {
  foreignField,
  receiverOfSetting,
  receiverOfWebhook,
  secretsFor,
  type Receiver,
} from '../../domain/receiver.js';
import type { Config } from '../../schema/config/config.js';
import { MAX_WEBHOOKS, type StoredWebhook, type WebhookTarget } from '../../schema/messages/webhook.js';
import {
  checkSetting,
  isSecretKey,
  nest,
  SECRET_KEYS,
  SETTING_KEYS,
  type SecretKey,
  type SettingKey,
  type SettingValue,
} from '../../schema/system/settings.js';
import type { NamedSecrets } from '../../store/secrets.js';

export type SettingSecrets = Readonly<Record<SecretKey, string>>;

/** What administrators set while the gateway runs. */
export type StoredSettings = {
  readonly settings: ReadonlyMap<string, SettingValue>;
  readonly secrets: SettingSecrets;
  /** those that administrators added */
  readonly webhooks: readonly WebhookTarget[];
};

export const storedValue = (
  { settings, secrets }: Omit<StoredSettings, 'webhooks'>,
  key: SettingKey,
): SettingValue | undefined => (isSecretKey(key) ? secrets[key] || undefined : settings.get(key));

export type EffectiveConfigOptions = {
  readonly config: Config;
  /** the keys that the file, the environment or the flags set */
  readonly configured: ReadonlySet<string>;
  readonly stored: StoredSettings;
  /** the receiver that a stored secret was entered for */
  readonly receiverOf: (key: SecretKey) => Receiver | null | undefined;
  /** called for a stored value that does not apply: `reason` names its key */
  readonly onInvalid: (reason: string) => void;
};

/** The receiver of a secret of the settings. */
export const receiverIn = (config: Config, key: SecretKey): Receiver =>
  receiverOfSetting(key, (setting) => valueAt(config, setting));

/** The configuration with the stored settings, of those that it does not set itself. A secret is only for its receiver. */
export function effectiveConfig(options: EffectiveConfigOptions): Config {
  const { stored, receiverOf } = options;
  const open = withSettings({ ...options, stored: { ...stored, secrets: NO_SECRETS } });
  const usable = SECRET_KEYS.filter((key) => {
    const kept = { secrets: { [key]: stored.secrets[key] }, receiver: receiverOf(key) };
    return stored.secrets[key] !== '' && foreignField(kept, receiverIn(open, key)) === undefined;
  });
  if (usable.length === 0) return open;
  const secrets = Object.fromEntries(usable.map((key) => [key, stored.secrets[key]]));
  return withSettings({
    ...options,
    stored: { ...stored, secrets: { ...NO_SECRETS, ...secrets } },
    onInvalid: () => undefined,
  });
}

const NO_SECRETS = Object.fromEntries(SECRET_KEYS.map((key) => [key, ''])) as SettingSecrets;

function withSettings({ config, configured, stored, onInvalid }: EffectiveConfigOptions): Config {
  const values = SETTING_KEYS.flatMap((key): [string, SettingValue][] => {
    const value = configured.has(key) ? undefined : storedValue(stored, key);
    if (value === undefined) return [];
    const checked = checkSetting(key, value);
    if (checked.ok) return [[key, value]];
    onInvalid(checked.message);
    return [];
  });
  const effective = merge(config, nest(values)) as Config;
  const webhooks = effectiveWebhooks(config.notifications.webhooks, stored.webhooks);
  return { ...effective, notifications: { ...effective.notifications, webhooks: [...webhooks] } };
}

/** Those of the configuration, then those that administrators added under other names. */
function effectiveWebhooks(
  configured: readonly WebhookTarget[],
  stored: readonly WebhookTarget[],
): readonly WebhookTarget[] {
  const names = new Set(configured.map(({ name }) => name));
  return [...configured, ...stored.filter(({ name }) => !names.has(name))].slice(0, MAX_WEBHOOKS);
}

/** The webhooks of the state with their secrets; an empty secret is missing. */
export const storedWebhooks = (
  webhooks: ReadonlyMap<string, StoredWebhook>,
  named: Pick<NamedSecrets, 'get'>,
): readonly WebhookTarget[] =>
  [...webhooks.values()].map((webhook) => {
    const { secrets, withheld } = secretsFor(named.get('webhooks', webhook.name), receiverOfWebhook(webhook));
    return { ...webhook, secret: secrets.secret ?? '', ...(withheld !== undefined && { withheld }) };
  });

const merge = (base: object, over: Readonly<Record<string, unknown>>): object => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const previous = (base as Readonly<Record<string, unknown>>)[name];
      return [name, isObject(value) && isObject(previous) ? merge(previous, value) : value];
    }),
  ),
});

export const valueAt = (config: Config, key: SettingKey): SettingValue =>
  key
    .split('.')
    .reduce<unknown>((node, name) => (node as Readonly<Record<string, unknown>>)[name], config) as SettingValue;
