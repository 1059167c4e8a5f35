import type { StoredWebhook } from '../schema/messages/webhook.js';
import type { SecretKey, SettingKey, SettingValue } from '../schema/system/settings.js';
import type { StoredUplink } from '../schema/uplinks/uplink-input.js';

/** The receiver that a secret was entered for, by field: it is used for no other. A restore may bring other addresses. */
export type Receiver = Readonly<Record<string, string | number | boolean>>;

/** The keys that decide who receives a secret. */
export const RECEIVER_KEYS: Readonly<Record<SecretKey, readonly SettingKey[]>> = {
  'notifications.email.smtp.password': [
    'notifications.email.smtp.host',
    'notifications.email.smtp.port',
    'notifications.email.smtp.secure',
    'notifications.email.smtp.requireTls',
    'notifications.email.smtp.allowSelfSigned',
    'notifications.email.smtp.user',
  ],
  'notifications.sms.pin': ['notifications.sms.path'],
};

/** `valueOf`: undefined leaves the key out. */
export const receiverOfSetting = (
  secret: SecretKey,
  valueOf: (key: SettingKey) => SettingValue | undefined,
): Receiver =>
  Object.fromEntries(
    RECEIVER_KEYS[secret].flatMap((key): [string, string | number | boolean][] => {
      const value = valueOf(key);
      return typeof value === 'object' || value === undefined ? [] : [[key.slice(key.lastIndexOf('.') + 1), value]];
    }),
  );

export const receiverOfWebhook = ({ url }: Pick<StoredWebhook, 'url'>): Receiver => ({ url });

export const receiverOfUplink = (uplink: StoredUplink): Receiver => ({
  type: uplink.type,
  url: uplink.url,
  userName: 'userName' in uplink ? (uplink.userName ?? '') : '',
  user: 'user' in uplink ? (uplink.user ?? '') : '',
  'tls/ca': uplink.tls?.ca ?? '',
  'tls/insecure': uplink.tls?.insecure ?? false,
});

/** By `<family>.<name>`. */
export const receiversOfEntities = (
  webhooks: Iterable<StoredWebhook>,
  uplinks: Iterable<StoredUplink>,
): Readonly<Record<string, Receiver>> => ({
  ...Object.fromEntries([...webhooks].map((webhook) => [`webhooks.${webhook.name}`, receiverOfWebhook(webhook)])),
  ...Object.fromEntries([...uplinks].map((uplink) => [`uplinks.${uplink.name}`, receiverOfUplink(uplink)])),
});

/** `receiver`: undefined if none is known; null: an earlier version stored the secrets, and no start has bound them yet. */
export type KeptSecrets = {
  readonly secrets: Readonly<Record<string, string>>;
  readonly receiver: Receiver | null | undefined;
};

/** The field of the receiver that the secrets were not entered for; undefined: they are for this one. */
export function foreignField({ secrets, receiver }: KeptSecrets, now: Receiver): string | undefined {
  if (receiver === null || !Object.values(secrets).some((secret) => secret !== '')) return undefined;
  // An empty one is unknown, too.
  if (receiver === undefined || Object.keys(receiver).length === 0)
    return Object.keys(now).find((field) => field === 'url') ?? Object.keys(now)[0];
  return Object.keys(receiver).find((field) => receiver[field] !== now[field]);
}

export type UsableSecrets = Pick<KeptSecrets, 'secrets'> & {
  /** why there are none: a sentence for people */
  readonly withheld?: string;
};

/** The secrets, if they were entered for this receiver. */
export const secretsFor = (kept: KeptSecrets, now: Receiver): UsableSecrets =>
  foreignField(kept, now) === undefined
    ? { secrets: kept.secrets }
    : { secrets: {}, withheld: `its secret was entered for ${describeReceiver(kept.receiver)}; enter it again` };

/** Without the path of an address, which may be a secret itself. */
export function describeReceiver(receiver: Receiver | null | undefined): string {
  const { url, host, port, path, user = '', userName = '' } = receiver ?? {};
  const server = host === undefined ? undefined : port === undefined ? host : `${String(host)}:${String(port)}`;
  const address = server ?? (url === undefined ? path : originOf(String(url)));
  if (address === undefined) return 'another receiver';
  const name = String(user === '' ? userName : user);
  return name === '' ? String(address) : `${name} at ${String(address)}`;
}

/** Of `nats://a,b/c`, too, which is no URL. */
const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
