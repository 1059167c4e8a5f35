import { hasPrivilege, isRestricted } from '../domain/accounts/scope.js';
import { withoutRemoved } from '../domain/alert-rules/named-ids.js';
import { completeRule } from '../domain/messages/notification-rule.js';
import { addressesOf } from '../domain/messages/recipients.js';
import { collectionErrors, privilegeErrors, unknownErrors } from '../domain/messages.js';
import { success, type Failure, type Result } from '../errors.js';
import { notificationErrors } from './messages.js';
import type { User } from '../schema/accounts/user.js';
import { CHANNELS, channelFieldNames, channelFields } from '../schema/channels.js';
import type { Change } from '../schema/entry.js';
import type { NotificationRule, NotificationRuleInput } from '../schema/messages/notification-rule.js';
import { QUIET_MINUTES } from '../schema/messages/quiet-minutes.js';
import type { Store } from '../store/store.js';
import { createCollection, type Collection } from './collection.js';
import type { Edits } from './edits.js';
import type { Time } from './time/time.js';

/**
 * Rules that select which alerts of which devices notify whom. They require the privilege `messages`. Restricted users
 * see none, because rules name other devices and people.
 */
export type NotificationRules = Collection<NotificationRule, NotificationRuleInput>;

export type NotificationRulesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
  readonly webhookNames: () => readonly string[];
};

export function createNotificationRules({
  store,
  time,
  edits,
  webhookNames,
}: NotificationRulesOptions): NotificationRules {
  const { state } = store;
  return createCollection<'notification', NotificationRuleInput>({
    kind: 'notification',
    errors: collectionErrors.notifications,
    entities: state.notifications,
    store,
    time,
    edits,
    canSee: canManageRules,
    refuseChange: (user) => (canManageRules(user) ? undefined : privilegeErrors.restricted({ privilege: 'messages' })),
    complete: completeRule,
    read: (input) => refuseUnknown(input, state, webhookNames()) ?? readRule(input, state),
  });
}

const canManageRules = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'messages');

/** A name that a rule has already may stay: the configuration may have lost its webhook. */
function refuseUnknown(
  { webhooks = [] }: NotificationRuleInput,
  { notifications }: Store['state'],
  names: readonly string[],
): Failure | undefined {
  const known = new Set([...names, ...[...notifications.values()].flatMap((rule) => completeRule(rule).webhooks)]);
  const unknown = webhooks.findIndex((name) => !known.has(name));
  if (unknown < 0) return undefined;
  return notificationErrors.unknownWebhook({ name: webhooks[unknown] ?? '' }, `/webhooks/${unknown}`);
}

type RuleFields = Omit<NotificationRule, 'id' | 'creation' | 'lastModified'>;

function readRule(input: NotificationRuleInput, state: Store['state']): Result<RuleFields> {
  const { name, enabled = true, alerts = 'all', groups = [] } = input;
  const { devices = groups.length === 0 ? 'all' : [], quietMinutes = QUIET_MINUTES.default } = input;
  const unknownDevice = devices === 'all' ? -1 : devices.findIndex((id) => !state.devices.has(id));
  if (unknownDevice >= 0) {
    return unknownErrors.device({ id: devices[unknownDevice] ?? '' }, `/devices/${unknownDevice}`);
  }
  const unknownGroup = groups.findIndex((id) => !state.groups.has(id));
  if (unknownGroup >= 0) {
    return unknownErrors.group({ id: groups[unknownGroup] ?? '' }, `/groups/${unknownGroup}`);
  }
  if (addressesOf(input).length === 0) {
    const fields = channelFieldNames('recipientsField').map((field) => `/${field}`);
    return notificationErrors.noRecipient({ detail: fields.join(' and ') });
  }
  const recipients = channelFields('recipientsField', (channel) => input[CHANNELS[channel].recipientsField] ?? []);
  return success({ name, enabled, alerts, devices, groups, ...recipients, quietMinutes });
}

const NOTHING_REMOVED = { devices: new Set<string>(), groups: new Set<string>(), zones: new Set<string>() };

/** The changes that remove the id `removed` from all notification rules and alert rules. */
export const withoutReference = (
  { notifications, alertRules }: Pick<Store['state'], 'notifications' | 'alertRules'>,
  field: 'devices' | 'groups',
  removed: string,
): Change[] => [
  ...[...notifications.values()].flatMap((rule): Change[] => {
    const ids = rule[field];
    if (ids === 'all' || !ids.includes(removed)) return [];
    return [{ kind: 'notification', v: { ...rule, [field]: ids.filter((id) => id !== removed) } }];
  }),
  ...[...alertRules.values()].flatMap((rule): Change[] => {
    const left = withoutRemoved(rule, { ...NOTHING_REMOVED, [field]: new Set([removed]) });
    return left === rule ? [] : [{ kind: 'alert-rule', v: left }];
  }),
];
