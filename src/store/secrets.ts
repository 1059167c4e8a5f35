import { join } from 'node:path';
import { failure, success, WaypostError, type Result } from '../errors.js';
import { createMutex } from '../mutex.js';
import { SECRET_KEYS, type SecretKey } from '../schema/system/settings.js';
import { KEYS_FILE, readKeys, SECRET_FAMILIES, writeKeys } from './keys.js';

/** The secrets of the settings by key; empty: none. */
type SettingSecrets = Readonly<Record<SecretKey, string>>;

type SecretFamily = (typeof SECRET_FAMILIES)[number];

/** The secrets of one webhook or uplink, by key; a key has no dot. */
export type SecretsByKey = Readonly<Record<string, string>>;

/** Secrets of webhooks and uplinks: in keys.json under `<family>.<name>.<key>`, never in the log. */
export type NamedSecrets = {
  /** empty: none */
  readonly get: (family: SecretFamily, name: string) => SecretsByKey;
  /**
   * Replaces all secrets of `name`, without the empty ones. Resolves once they are on stable storage; `limit_reached` if
   * there are too many or one is too long.
   */
  readonly save: (family: SecretFamily, name: string, secrets: SecretsByKey) => Promise<Result<undefined>>;
};

/** The secrets that administrators set while the gateway runs. */
export type Secrets = {
  /** as at opening */
  readonly settings: SettingSecrets;
  /** Resolves once the secrets are on stable storage; an empty one is removed. */
  readonly saveSettings: (secrets: SettingSecrets) => Promise<void>;
  readonly named: NamedSecrets;
};

/** Of all families together: 32 webhooks and 8 uplinks take less than half. */
const MAX_NAMED_SECRETS = 128;
/** A private key as PEM text is the longest. */
const MAX_SECRET_CHARS = 8_192;

/** The secrets in the file of `folder`. A damaged file has those that are whole: the store reports it. */
export async function openSecrets(folder: string): Promise<Secrets> {
  const content = (await readKeys(folder))?.secrets ?? {};
  const exclusive = createMutex();
  let settings = settingSecretsIn(content);
  let named = namedSecretsIn(content);

  /** The file has no other writer while the gateway runs. */
  async function save(next: { readonly settings: SettingSecrets; readonly named: SecretsByKey }): Promise<void> {
    const found = await readKeys(folder);
    if (found?.jwtSecret === undefined || found.damage !== null) {
      const path = join(folder, KEYS_FILE);
      const why = found === undefined ? 'is missing' : `is damaged (${found.damage ?? ''})`;
      throw new WaypostError('store_unavailable', `${path} ${why}: restart the gateway, which makes a new one`);
    }
    await writeKeys(folder, found.jwtSecret, withoutEmpty({ ...next.settings, ...next.named }));
    ({ settings, named } = next);
  }

  return {
    settings,
    saveSettings: (next) => exclusive(() => save({ settings: next, named })),
    named: {
      get: (family, name) => secretsOf(named, prefixOf(family, name)),
      save: (family, name, secrets) =>
        exclusive(async () => {
          const next = replaceNamed(named, prefixOf(family, name), secrets);
          const refused = refusalOf(next);
          if (refused !== undefined) return refused;
          await save({ settings, named: next });
          return success(undefined);
        }),
    },
  };
}

const settingSecretsIn = (content: SecretsByKey): SettingSecrets =>
  Object.fromEntries(SECRET_KEYS.map((key) => [key, content[key] ?? ''])) as SettingSecrets;

const namedSecretsIn = (content: SecretsByKey): SecretsByKey =>
  Object.fromEntries(
    Object.entries(content).filter(([key]) => SECRET_FAMILIES.some((family) => key.startsWith(`${family}.`))),
  );

const prefixOf = (family: SecretFamily, name: string): string => `${family}.${name}.`;

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
    return failure('limit_reached', `at most ${MAX_NAMED_SECRETS} secrets of webhooks and uplinks: remove some first`);
  }
  const long = Object.entries(named).find(([, secret]) => secret.length > MAX_SECRET_CHARS);
  if (long === undefined) return undefined;
  return failure('limit_reached', `${long[0]} must have at most ${MAX_SECRET_CHARS} characters`);
}
