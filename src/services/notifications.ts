import { randomUUID } from 'node:crypto';
import { folded } from '../domain/name.js';
import { isBound, mayDo } from '../domain/scope.js';
import { failure, success, type Failure, type Result } from '../errors.js';
import type { Change } from '../schema/entry.js';
import type { Notification, NotificationInput } from '../schema/notification.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Edit } from './edit.js';
import type { Turns } from '../turns.js';

/**
 * Rules that say which alerts of which devices are told whom. They take the privilege `messages`; for a user who is bound
 * to part of the devices there are none, since they name others, and people.
 */
export type Notifications = {
  /** by name */
  readonly list: (user: User) => readonly Notification[];
  readonly get: (user: User, id: string) => Result<Notification>;
  /** `conflict` when the name is taken */
  readonly create: (user: User, input: NotificationInput) => Promise<Result<Notification>>;
  readonly change: (
    user: User,
    id: string,
    edit: Edit<Notification, NotificationInput>,
  ) => Promise<Result<Notification>>;
  readonly remove: (user: User, id: string) => Promise<Result<undefined>>;
};

export type NotificationsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly inTurn: Turns;
};

/** Each alert is held against each of them. */
const MOST_RULES = 500;
const QUIET_MINUTES = 2;

export function createNotifications({ store, clock, inTurn }: NotificationsOptions): Notifications {
  const { state } = store;

  const isHis = (user: User): boolean => !isBound(user) && mayDo(user, 'messages');

  function refused(user: User): Failure | undefined {
    if (isHis(user)) return undefined;
    return failure('forbidden', 'this takes the privilege messages, and a user who is not bound to a group or device');
  }

  function get(user: User, id: string): Result<Notification> {
    const rule = isHis(user) ? state.notifications.get(id) : undefined;
    return rule === undefined ? failure('not_found', `there is no notification rule ${id}`) : success(rule);
  }

  function read(input: NotificationInput, former?: Notification): Result<Notification> {
    const { name, enabled = true, alerts = 'all', groups = [], emails = [], phones = [] } = input;
    const { devices = groups.length === 0 ? 'all' : [], quietMinutes = QUIET_MINUTES } = input;
    const strange = devices === 'all' ? -1 : devices.findIndex((id) => !state.devices.has(id));
    if (strange >= 0) {
      return failure('validation_failed', `/devices/${strange}: there is no device ${devices[strange] ?? ''}`);
    }
    const unknown = groups.findIndex((id) => !state.groups.has(id));
    if (unknown >= 0) {
      return failure('validation_failed', `/groups/${unknown}: there is no group ${groups[unknown] ?? ''}`);
    }
    if (emails.length === 0 && phones.length === 0) {
      return failure('validation_failed', '/emails and /phones are both empty: name somebody who is told');
    }
    const others = [...state.notifications.values()].filter(({ id }) => id !== former?.id);
    if (others.some((other) => folded(other.name) === folded(name))) {
      return failure('conflict', `/name: there is a notification rule ${name} already`);
    }
    if (others.length >= MOST_RULES) return failure('conflict', `there are ${MOST_RULES} rules: remove one first`);
    const lastModified = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = lastModified } = former ?? {};
    const what = { name, enabled, alerts, devices, groups, emails, phones, quietMinutes };
    return success({ id, ...what, creation, lastModified });
  }

  async function put(rule: Result<Notification>): Promise<Result<Notification>> {
    if (rule.ok) await store.append([{ kind: 'notification', v: rule.value }]);
    return rule;
  }

  return {
    list: (user) => (isHis(user) ? [...state.notifications.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : []),
    get,
    create: (user, input) => inTurn(async () => refused(user) ?? put(read(input))),
    change: (user, id, edit) =>
      inTurn(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        const wanted = edit(found.value);
        return wanted.ok ? put(read(wanted.value, found.value)) : wanted;
      }),
    remove: (user, id) =>
      inTurn(async () => {
        const found = get(user, id);
        if (!found.ok) return found;
        await store.append([{ kind: 'notification-removed', v: { id } }]);
        return success(undefined);
      }),
  };
}

/** The rules that name what is removed, without it. */
export const unnamed = (
  { notifications }: Pick<Store['state'], 'notifications'>,
  field: 'devices' | 'groups',
  removed: string,
): Change[] =>
  [...notifications.values()].flatMap((rule): Change[] => {
    const ids = rule[field];
    if (ids === 'all' || !ids.includes(removed)) return [];
    return [{ kind: 'notification', v: { ...rule, [field]: ids.filter((id) => id !== removed) } }];
  });
