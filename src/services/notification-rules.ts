import { randomUUID } from 'node:crypto';
import { caseFold } from '../domain/case-fold.js';
import { isRestricted, hasPrivilege } from '../domain/accounts/scope.js';
import { failure, success, type Failure, type Result } from '../errors.js';
import type { Change } from '../schema/entry.js';
import type { NotificationRule, NotificationRuleInput } from '../schema/messages/notification-rule.js';
import type { User } from '../schema/accounts/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import type { Edit } from './edit.js';
import type { Mutex } from '../mutex.js';

/**
 * Rules that say which alerts of which devices are told whom. They take the privilege `messages`; for a user who is bound
 * to part of the devices there are none, since they name others, and people.
 */
export type NotificationRules = {
  /** by name */
  readonly list: (user: User) => readonly NotificationRule[];
  readonly get: (user: User, id: string) => Result<NotificationRule>;
  /** `conflict` when the name is taken */
  readonly create: (user: User, input: NotificationRuleInput) => Promise<Result<NotificationRule>>;
  readonly change: (
    user: User,
    id: string,
    edit: Edit<NotificationRule, NotificationRuleInput>,
  ) => Promise<Result<NotificationRule>>;
  readonly remove: (user: User, id: string) => Promise<Result<undefined>>;
};

export type NotificationRulesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly exclusive: Mutex;
};

/** Each alert is held against each of them. */
const MAX_RULES = 500;
const DEFAULT_QUIET_MINUTES = 2;

export function createNotificationRules({ store, clock, exclusive }: NotificationRulesOptions): NotificationRules {
  const { state } = store;

  const canManageRules = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'messages');

  function refuseUnlessAllowed(user: User): Failure | undefined {
    if (canManageRules(user)) return undefined;
    return failure('forbidden', 'this takes the privilege messages, and a user who is not bound to a group or device');
  }

  function get(user: User, id: string): Result<NotificationRule> {
    const rule = canManageRules(user) ? state.notifications.get(id) : undefined;
    return rule === undefined ? failure('not_found', `there is no notification rule ${id}`) : success(rule);
  }

  function read(input: NotificationRuleInput, previous?: NotificationRule): Result<NotificationRule> {
    const { name, enabled = true, alerts = 'all', groups = [], emails = [], phones = [] } = input;
    const { devices = groups.length === 0 ? 'all' : [], quietMinutes = DEFAULT_QUIET_MINUTES } = input;
    const unknownDevice = devices === 'all' ? -1 : devices.findIndex((id) => !state.devices.has(id));
    if (unknownDevice >= 0) {
      return failure(
        'validation_failed',
        `/devices/${unknownDevice}: there is no device ${devices[unknownDevice] ?? ''}`,
      );
    }
    const unknownGroup = groups.findIndex((id) => !state.groups.has(id));
    if (unknownGroup >= 0) {
      return failure('validation_failed', `/groups/${unknownGroup}: there is no group ${groups[unknownGroup] ?? ''}`);
    }
    if (emails.length === 0 && phones.length === 0) {
      return failure('validation_failed', '/emails and /phones are both empty: name somebody who is told');
    }
    const others = [...state.notifications.values()].filter(({ id }) => id !== previous?.id);
    if (others.some((other) => caseFold(other.name) === caseFold(name))) {
      return failure('conflict', `/name: there is a notification rule ${name} already`);
    }
    if (others.length >= MAX_RULES) return failure('conflict', `there are ${MAX_RULES} rules: remove one first`);
    const lastModified = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = lastModified } = previous ?? {};
    const what = { name, enabled, alerts, devices, groups, emails, phones, quietMinutes };
    return success({ id, ...what, creation, lastModified });
  }

  async function save(rule: Result<NotificationRule>): Promise<Result<NotificationRule>> {
    if (rule.ok) await store.append([{ kind: 'notification', v: rule.value }]);
    return rule;
  }

  return {
    list: (user) =>
      canManageRules(user) ? [...state.notifications.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : [],
    get,
    create: (user, input) => exclusive(async () => refuseUnlessAllowed(user) ?? save(read(input))),
    change: (user, id, edit) =>
      exclusive(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        const edited = edit(found.value);
        return edited.ok ? save(read(edited.value, found.value)) : edited;
      }),
    remove: (user, id) =>
      exclusive(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        await store.append([{ kind: 'notification-removed', v: { id } }]);
        return success(undefined);
      }),
  };
}

/** The rules that name what is removed, without it. */
export const withoutReference = (
  { notifications }: Pick<Store['state'], 'notifications'>,
  field: 'devices' | 'groups',
  removed: string,
): Change[] =>
  [...notifications.values()].flatMap((rule): Change[] => {
    const ids = rule[field];
    if (ids === 'all' || !ids.includes(removed)) return [];
    return [{ kind: 'notification', v: { ...rule, [field]: ids.filter((id) => id !== removed) } }];
  });
