import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '../disk/durable.js';
import { readRegularFile } from '../disk/regular-file.js';
import type { Receiver } from '../domain/receiver.js';
import { decodeUtf8 } from '../domain/utf8.js';
import { errnoOf, messageOf } from '../errors.js';
import { eitherOf, flagForm, numberForm, recordOf, textForm } from '../schema/stored/form.js';
import { SECRET_KEYS } from '../schema/system/settings.js';
import type { GatewayMessage } from '../messages/message.js';
import { describeIoError } from './io-error.js';
import { lossMessages } from './messages.js';
import type { ReadonlyState } from './state/state.js';

/** Secrets of the gateway, in a file next to the log that only its owner can read. */
export type Keys = { readonly jwtSecret: Buffer };

export const KEYS_FILE = 'keys.json';
const SECRET_BYTES = 32;
/** What has secrets of its own, each under the name that an administrator gave it: `<family>.<name>.<key>`. */
export const SECRET_FAMILIES = ['webhooks', 'uplinks'] as const;

/** The receivers that secrets were entered for, by key of a setting or `<family>.<name>`. */
export type Receivers = Readonly<Record<string, Receiver>>;
/** In the file, next to the secrets: an earlier version passes over it. */
const RECEIVERS = 'receivers';
/** Without those of secrets that are not there. */
export const receiversWithSecret = (receivers: Receivers, secrets: Readonly<Record<string, string>>): Receivers =>
  Object.fromEntries(
    Object.entries(receivers).filter(([key]) =>
      Object.keys(secrets).some((path) => secrets[path] !== '' && (path === key || path.startsWith(`${key}.`))),
    ),
  );

const receiversForm = recordOf(recordOf(eitherOf(textForm, numberForm, flagForm)));

export type KeysContent = {
  /** the secrets that the file has, by key; only texts */
  readonly secrets: Readonly<Record<string, string>>;
  /** undefined: an earlier version wrote the file; if it is not whole, no secret has a receiver */
  readonly receivers?: Receivers | undefined;
  /** undefined: it has none that is long enough */
  readonly jwtSecret: Buffer | undefined;
  /** what is wrong with the file; null: nothing */
  readonly damage: string | null;
};

/** What keys.json of `folder` has, however damaged it is; undefined if there is none. */
export async function readKeys(folder: string): Promise<KeysContent | undefined> {
  try {
    return parseKeys(await readRegularFile(join(folder, KEYS_FILE)));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    return damaged(errnoOf(error) === 'ENOTREG' ? 'it is not a regular file' : describeIoError(error));
  }
}

/** All texts of the file, so that nothing shows them. */
export async function readSecretTexts(folder: string): Promise<readonly string[]> {
  const { secrets = {}, jwtSecret } = (await readKeys(folder)) ?? {};
  return [...Object.values(secrets), ...(jwtSecret === undefined ? [] : [jwtSecret.toString('base64url')])];
}

const damaged = (damage: string): KeysContent => ({ secrets: {}, jwtSecret: undefined, damage });

function parseKeys(bytes: Buffer): KeysContent {
  if (bytes.every((byte) => byte === 0)) return damaged(bytes.length === 0 ? 'it is empty' : 'it has only zero bytes');
  let content: unknown;
  try {
    content = JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    return damaged('it is not JSON, or not all of it');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return damaged('it is not an object');
  const entries = Object.entries(content);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const secrets = Object.fromEntries(texts.filter(([key]) => isSecret(key)));
  const found = Buffer.from(texts.find(([key]) => key === 'jwtSecret')?.[1] ?? '', 'base64url');
  const jwtSecret = found.length < SECRET_BYTES ? undefined : found;
  const given: unknown = entries.find(([key]) => key === RECEIVERS)?.[1];
  const receivers = receiversForm(given) === undefined ? (given as Receivers) : given === undefined ? undefined : {};
  if (jwtSecret === undefined) return { secrets, receivers, jwtSecret, damage: 'jwtSecret is missing or too short' };
  const wrong = entries.find(([key, value]) => isSecret(key) && typeof value !== 'string');
  return { secrets, receivers, jwtSecret, damage: wrong === undefined ? null : `${wrong[0]} is not a text` };
}

const isSecret = (key: string): boolean =>
  SECRET_KEYS.some((known) => known === key) || SECRET_FAMILIES.some((family) => key.startsWith(`${family}.`));

/**
 * The key that signs tokens. A missing one is created, and saved if `writable`; so is that of a damaged file that could not
 * be set aside, which is never written to.
 */
export async function openKeys(folder: string, writable = true): Promise<Keys> {
  const found = await readKeys(folder);
  if (found?.jwtSecret !== undefined) return { jwtSecret: found.jwtSecret };
  const jwtSecret = randomBytes(SECRET_BYTES);
  if (writable && found === undefined) await writeKeys(folder, { jwtSecret, secrets: {} });
  return { jwtSecret };
}

/** Replaces the file. */
export const writeKeys = (
  folder: string,
  {
    jwtSecret,
    secrets,
    receivers,
  }: Pick<KeysContent, 'secrets'> & {
    readonly jwtSecret: Buffer;
    readonly receivers?: Receivers | null | undefined;
  },
): Promise<void> => {
  const content = {
    jwtSecret: jwtSecret.toString('base64url'),
    ...secrets,
    ...(receivers !== null && receivers !== undefined && { [RECEIVERS]: receivers }),
  };
  return replaceFile(join(folder, KEYS_FILE), [Buffer.from(`${JSON.stringify(content)}\n`)]);
};

/**
 * Sets a damaged file aside as `keys.json.<suffix>` and writes a new one, with what is whole of it. Returns what was lost,
 * also by an earlier start as long as the damaged file is there; empty: nothing.
 */
export async function recoverKeys(folder: string, suffix: string, state: ReadonlyState): Promise<GatewayMessage[]> {
  const found = await readKeys(folder);
  const lost: GatewayMessage[] = [];
  if (found !== undefined && found.damage !== null) {
    const copy = `${KEYS_FILE}.${suffix}`;
    const [file, aside] = [join(folder, KEYS_FILE), join(folder, copy)];
    try {
      await rename(file, aside);
      await syncFolder(folder);
      await writeKeys(folder, { ...found, jwtSecret: found.jwtSecret ?? randomBytes(SECRET_BYTES) });
    } catch (error) {
      // A folder without the file would look as if it had never been used.
      await rename(aside, file).catch(() => undefined);
      return [lossMessages.keysNotAside({ file: KEYS_FILE, detail: messageOf(error) })];
    }
    if (found.jwtSecret === undefined) lost.push(lossMessages.keysSaved({ file: KEYS_FILE, copy }));
  }
  const { missing, copies } = await missingSecrets(folder, state);
  if (missing.length > 0) lost.push(lossMessages.secretsLost({ file: KEYS_FILE, keys: missing, copies }));
  return lost;
}

export type MissingSecrets = {
  /** keys of settings, and `<family>.<name>` */
  readonly missing: readonly string[];
  /** the names of the damaged files that were set aside */
  readonly copies: readonly string[];
};

/** What may have had a secret in the damaged files, and has none now. Nothing is missing without such a file. */
export async function missingSecrets(folder: string, state: ReadonlyState): Promise<MissingSecrets> {
  const names = await readdir(folder);
  const copies = names.filter((name) => name.startsWith(`${KEYS_FILE}.corrupt-`)).sort();
  if (copies.length === 0) return { missing: [], copies };
  const present = Object.keys((await readKeys(folder))?.secrets ?? {});
  const { settings, webhooks, uplinks } = state;
  const expected = [
    ...(settings.has('notifications.email.smtp.user') ? ['notifications.email.smtp.password'] : []),
    ...(settings.has('notifications.sms.path') ? ['notifications.sms.pin'] : []),
    ...[...webhooks.keys()].map((name) => `webhooks.${name}`),
    ...[...uplinks.keys()].map((name) => `uplinks.${name}`),
  ];
  const isPresent = (key: string): boolean => present.some((one) => one === key || one.startsWith(`${key}.`));
  return { missing: expected.filter((key) => !isPresent(key)), copies };
}

/** The file exists, in whatever condition: the folder was in use before, whatever else is in it. */
export const hasKeys = (folder: string): Promise<boolean> =>
  lstat(join(folder, KEYS_FILE)).then(
    () => true,
    () => false,
  );
