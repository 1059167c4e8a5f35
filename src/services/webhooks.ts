import { hasPrivilege, isRestricted } from '../domain/accounts/scope.js';
import { completeRule } from '../domain/messages/notification-rule.js';
import { receiverOfWebhook } from '../domain/receiver.js';
import { success, type Failure, type Result } from '../errors.js';
import { privilegeErrors } from '../domain/messages.js';
import { valueErrors } from '../schema/messages.js';
import { webhookErrors } from './messages.js';
import type { ChannelStatus } from '../channels/channel.js';
import { CHANNELS } from '../schema/channels.js';
import type { User } from '../schema/accounts/user.js';
import type { Change } from '../schema/entry.js';
import { MAX_WEBHOOKS, type StoredWebhook, type WebhookInput, type WebhookView } from '../schema/messages/webhook.js';
import type { SettingsTestResult } from '../schema/system/settings.js';
import type { NamedSecrets } from '../store/secrets.js';
import type { Store } from '../store/store.js';
import { appendWithin } from './append-within.js';
import { byUser, type Edits } from './edits.js';
import { secretsAfter } from './settings/kept-secrets.js';
import type { Settings } from './settings/settings.js';
import type { TestMessages } from './settings/test-messages.js';

/** The webhooks, which notification rules choose by name. Only administrators change them and see their addresses. */
export type Webhooks = {
  /** By name; requires the privilege `messages`. */
  readonly list: (user: User) => Result<readonly WebhookView[]>;
  /** Adds a webhook or replaces its settings; effective at once. */
  readonly put: (user: User, name: string, input: WebhookInput) => Promise<Result<WebhookView>>;
  readonly remove: (user: User, name: string) => Promise<Result<undefined>>;
  /** Sends a test message, also to a webhook that is disabled. */
  readonly test: (user: User, name: string) => Promise<Result<SettingsTestResult>>;
};

export type WebhooksOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly settings: Pick<Settings, 'current' | 'reload'>;
  /** the webhooks of the configuration */
  readonly configured: readonly { readonly name: string }[];
  readonly secrets: NamedSecrets;
  /** of the receiver; undefined: the channel is off */
  readonly statusFor: (name: string) => ChannelStatus | undefined;
  readonly testMessages: TestMessages;
  readonly edits: Edits;
};

const FAMILY = 'webhooks';

/** Of a secret, only that it was set. */
const changesOf = (webhook: StoredWebhook, setsSecret: boolean): Change[] => [
  { kind: 'webhook', v: webhook },
  ...(setsSecret
    ? [{ kind: 'secrets-set', v: { of: 'webhook', name: webhook.name, secrets: ['secret'] } } as const]
    : []),
];

export function createWebhookSettings(options: WebhooksOptions): Webhooks {
  const { store, settings, secrets, testMessages, edits } = options;
  const stored = store.state.webhooks;
  const configured = new Set(options.configured.map(({ name }) => name));

  const all = () => settings.current().notifications.webhooks;

  function views(user: User): readonly WebhookView[] {
    const isAdmin = canChange(user);
    return all()
      .map(({ name, url, secret, enabled }): WebhookView => {
        const source = configured.has(name) ? 'configuration' : 'settings';
        if (!isAdmin) return { name, enabled, source };
        const reason = options.statusFor(name)?.reason ?? null;
        return {
          ...{ name, enabled, source, url, secret: secret !== '', reason },
          state: reason === null ? 'ready' : 'unavailable',
        };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async function put(user: User, name: string, input: WebhookInput): Promise<Result<WebhookView>> {
    const before = stored.get(name);
    if (before === undefined && all().length >= MAX_WEBHOOKS) {
      return webhookErrors.tooMany({ limit: MAX_WEBHOOKS });
    }
    const webhook: StoredWebhook = { name, url: input.url, enabled: input.enabled ?? true };
    const kept = secrets.get(FAMILY, name);
    const receiver = receiverOfWebhook(webhook);
    const after = secretsAfter({
      stored: before === undefined ? { ...kept, secrets: {} } : kept,
      given: input.secret === undefined ? {} : { secret: input.secret },
      receiver,
    });
    if (!after.ok) return after;
    if (after.value.secret === undefined) return valueErrors.missing('/secret');
    const saved = await secrets.save(FAMILY, name, after.value, receiver);
    const undo = () => secrets.save(FAMILY, name, kept.secrets, kept.receiver ?? {});
    if (!saved.ok) return saved;
    const changes = changesOf(webhook, after.value.secret !== kept.secrets.secret);
    const appended = await appendWithin(store, changes, byUser(user)).catch(async (error: unknown) => {
      await undo().catch(() => undefined);
      throw error;
    });
    if (!appended.ok) {
      await undo();
      return appended;
    }
    settings.reload();
    const view = views(user).find((one) => one.name === name);
    return view === undefined ? notFound(name) : success(view);
  }

  async function remove(user: User, name: string): Promise<Result<undefined>> {
    if (!stored.has(name)) return notFound(name);
    const rule = [...store.state.notifications.values()].find((one) => completeRule(one).webhooks.includes(name));
    if (rule !== undefined) {
      return webhookErrors.inRule({ webhook: name, name: rule.name });
    }
    await store.append([{ kind: 'webhook-removed', v: { name } }], byUser(user));
    // A secret without a webhook is used by nothing: the next webhook of this name replaces it.
    await secrets.save(FAMILY, name, {}, {}).catch(() => undefined);
    settings.reload();
    return success(undefined);
  }

  const fixed = (name: string): Failure | undefined =>
    configured.has(name) ? webhookErrors.configured({ name }) : undefined;

  return {
    list: (user) => (canList(user) ? success(views(user)) : privilegeErrors.missing({ privilege: 'messages' })),
    put: (caller, name, input) =>
      edits(caller, async (user) => refuse(user, name) ?? fixed(name) ?? (await put(user, name, input))),
    remove: (caller, name) =>
      edits(caller, async (user) => refuse(user, name) ?? fixed(name) ?? (await remove(user, name))),
    async test(user, name) {
      const refused = refuse(user, name);
      if (refused !== undefined) return refused;
      if (!all().some((webhook) => webhook.name === name)) return notFound(name);
      return testMessages.send(user, 'webhook', name);
    },
  };
}

const canList = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'messages');
const canChange = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'admin');

/** Any host of the network could be contacted: only administrators may. */
function refuse(user: User, name: string): Failure | undefined {
  if (!canChange(user)) return privilegeErrors.restricted({ privilege: 'admin' });
  const { address } = CHANNELS.webhook;
  return address.isValid(name) ? undefined : webhookErrors.invalidName();
}

const notFound = (name: string): Failure => webhookErrors.notFound({ name });
