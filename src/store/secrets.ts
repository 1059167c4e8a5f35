import { join } from 'node:path';
import type { KeptSecrets, Receiver } from '../domain/receiver.js';
import { errorOf, success, type Result } from '../errors.js';
import { createMutex } from '../mutex.js';
import { SECRET_KEYS, type SecretKey } from '../schema/system/settings.js';
import { storeErrors } from './messages.js';
import { KEYS_FILE, readKeys, receiversWithSecret, SECRET_FAMILIES, writeKeys, type Receivers } from './keys.js';

/** The secrets of the settings by key; empty: none. */
type SettingSecrets = Readonly<Record<SecretKey, string>>;
/** The receivers that they were entered for. */
type SettingReceivers = Readonly<Partial<Record<SecretKey, Receiver>>>;

type SecretFamily = (typeof SECRET_FAMILIES)[number];

/** The secrets of one webhook or uplink, by key; a key has no dot. */
export type SecretsByKey = Readonly<Record<string, string>>;

/** Secrets of webhooks and uplinks: in keys.json under `<family>.<name>.<key>`, never in the log. */
export type NamedSecrets = {
  /** empty: none */
  readonly get: (family: SecretFamily, name: string) => KeptSecrets;
  /**
   * Replaces all secrets of `name`, without the empty ones. Resolves once they are on stable storage; `limit_reached` if
   * there are too many or one is too long.
   */
  readonly save: (
    family: SecretFamily,
    name: string,
    secrets: SecretsByKey,
    receiver: Receiver,
  ) => Promise<Result<undefined>>;
};

/** The secrets that administrators set while the gateway runs. */
export type Secrets = {
  /** as at opening */
  readonly settings: SettingSecrets;
  readonly receiverOf: (key: SecretKey) => Receiver | null | undefined;
  /**
   * Resolves once the secrets are on stable storage; an empty one is removed. A receiver that is left out stays.
   */
  readonly saveSettings: (secrets: SettingSecrets, receivers?: SettingReceivers) => Promise<void>;
  readonly named: NamedSecrets;
  /** Binds secrets of an earlier version to the receivers that the store has now; others than those get none. */
  readonly bind: (receivers: Receivers) => Promise<void>;
};

/** Of all families together: 32 webhooks and 8 uplinks take less than half. */
const MAX_NAMED_SECRETS = 128;
/** A private key as PEM text is the longest. */
const MAX_SECRET_CHARS = 8_192;

type Content = {
  readonly settings: SettingSecrets;
  readonly named: SecretsByKey;
  /** by key of a setting, or `<family>.<name>`; null: not bound yet */
  readonly receivers: Receivers | null;
};

/** The secrets in the file of `folder`. A damaged file has those that are whole: the store reports it. */
export async function openSecrets(folder: string): Promise<Secrets> {
  const found = await readKeys(folder);
  const exclusive = createMutex();
  let content: Content = {
    settings: settingSecretsIn(found?.secrets ?? {}),
    named: namedSecretsIn(found?.secrets ?? {}),
    receivers: found?.receivers ?? null,
  };

  /** The file has no other writer while the gateway runs. */
  async function save(next: Content): Promise<void> {
    const present = await readKeys(folder);
    if (present?.jwtSecret === undefined || present.damage !== null) {
      const path = join(folder, KEYS_FILE);
      throw errorOf(
        present === undefined
          ? storeErrors.keysMissing({ path })
          : storeErrors.keysDamaged({ path, detail: present.damage ?? '' }),
      );
    }
    const secrets = withoutEmpty({ ...next.settings, ...next.named });
    await writeKeys(folder, { jwtSecret: present.jwtSecret, secrets, receivers: next.receivers });
    content = next;
  }

  const receiverOf = (key: string): Receiver | null | undefined =>
    content.receivers === null ? null : content.receivers[key];

  return {
    settings: content.settings,
    receiverOf,
    saveSettings: (settings, receivers = {}) =>
      exclusive(() => save({ ...content, settings, receivers: withReceivers(content.receivers, settings, receivers) })),
    named: {
      get: (family, name) => ({
        secrets: secretsOf(content.named, prefixOf(family, name)),
        receiver: receiverOf(nameOf(family, name)),
      }),
      save: (family, name, secrets, receiver) =>
        exclusive(async () => {
          const named = replaceNamed(content.named, prefixOf(family, name), secrets);
          const refused = refusalOf(named);
          if (refused !== undefined) return refused;
          const others = without(content.receivers, nameOf(family, name));
          const isKept = Object.keys(secretsOf(named, prefixOf(family, name))).length > 0;
          const receivers = isKept ? { ...others, [nameOf(family, name)]: receiver } : others;
          await save({ ...content, named, receivers });
          return success(undefined);
        }),
    },
    bind: (receivers) =>
      exclusive(async () => {
        const secrets = withoutEmpty({ ...content.settings, ...content.named });
        if (content.receivers !== null || Object.keys(secrets).length === 0) return;
        content = { ...content, receivers: receiversWithSecret(receivers, secrets) };
        await save(content);
      }),
  };
}

const without = (receivers: Receivers | null, ...keys: readonly string[]): Receivers =>
  Object.fromEntries(Object.entries(receivers ?? {}).filter(([key]) => !keys.includes(key)));

/** Secrets without any receiver are bound by the next start. */
const withReceivers = (
  before: Receivers | null,
  secrets: SettingSecrets,
  receivers: SettingReceivers,
): Receivers | null =>
  before === null && Object.keys(receivers).length === 0
    ? null
    : without({ ...before, ...receivers }, ...SECRET_KEYS.filter((key) => secrets[key] === ''));

const settingSecretsIn = (content: SecretsByKey): SettingSecrets =>
  Object.fromEntries(SECRET_KEYS.map((key) => [key, content[key] ?? ''])) as SettingSecrets;

const namedSecretsIn = (content: SecretsByKey): SecretsByKey =>
  Object.fromEntries(
    Object.entries(content).filter(([key]) => SECRET_FAMILIES.some((family) => key.startsWith(`${family}.`))),
  );

const nameOf = (family: SecretFamily, name: string): string => `${family}.${name}`;
const prefixOf = (family: SecretFamily, name: string): string => `${nameOf(family, name)}.`;

/** A key has no dot, so `a.b` is not taken for a key of `a`. */
const isOf = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && !path.slice(prefix.length).includes('.');

const secretsOf = (named: SecretsByKey, prefix: string): SecretsByKey =>
  Object.fromEntries(
    Object.entries(named).flatMap(([path, secret]) =>
      isOf(path, prefix) ? [[path.slice(prefix.length), secret] as const] : [],
    ),
  );

function replaceNamed(named: SecretsByKey, prefix: string, secrets: SecretsByKey): SecretsByKey {
  const others = Object.entries(named).filter(([path]) => !isOf(path, prefix));
  const own = Object.entries(withoutEmpty(secrets)).map(([key, secret]) => [`${prefix}${key}`, secret] as const);
  return Object.fromEntries([...others, ...own]);
}

const withoutEmpty = (secrets: SecretsByKey): SecretsByKey =>
  Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== ''));

function refusalOf(named: SecretsByKey): Result<never> | undefined {
  if (Object.keys(named).length > MAX_NAMED_SECRETS) {
    return storeErrors.tooManySecrets({ limit: MAX_NAMED_SECRETS });
  }
  const long = Object.entries(named).find(([, secret]) => secret.length > MAX_SECRET_CHARS);
  if (long === undefined) return undefined;
  return storeErrors.secretTooLong({ name: long[0], limit: MAX_SECRET_CHARS });
}
