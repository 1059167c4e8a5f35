import { canSeeGroup, isRestricted } from '../domain/accounts/scope.js';
import { collectionErrors, unknownErrors } from '../domain/messages.js';
import { success, type Result } from '../errors.js';
import type { Group, GroupInput } from '../schema/devices/group.js';
import type { Change } from '../schema/entry.js';
import type { Store } from '../store/store.js';
import { createCollection, type Collection } from './collection.js';
import type { Edits } from './edits.js';
import { groupErrors } from './messages.js';
import { withoutReference } from './notification-rules.js';
import type { Time } from './time/time.js';

/** Groups of devices. Restricted users see only their group, and change none. */
export type Groups = Collection<Group, GroupInput>;

export type GroupsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
};

export function createGroups({ store, time, edits }: GroupsOptions): Groups {
  const { state } = store;
  return createCollection<'group', GroupInput>({
    kind: 'group',
    errors: collectionErrors.groups,
    entities: state.groups,
    store,
    time,
    edits,
    canSee: canSeeGroup,
    refuseChange: (user) => (isRestricted(user) ? groupErrors.restricted() : undefined),
    read({ name, description = '', devices = [] }) {
      const unknown = devices.findIndex((id) => !state.devices.has(id));
      if (unknown < 0) return success({ name, description, devices });
      return unknownErrors.device({ id: devices[unknown] ?? '' }, `/devices/${unknown}`);
    },
    onRemove: (id) => onRemove(state, id),
  });
}

function onRemove(state: Store['state'], groupId: string): Result<readonly Change[]> {
  const namesIn = (all: Iterable<{ readonly name: string; readonly group: string | null }>): string[] =>
    [...all].filter(({ group }) => group === groupId).map(({ name }) => name);
  const users = namesIn(state.users.values());
  if (users.length > 0) return groupErrors.hasUsers({ name: users.slice(0, 3) });
  const displays = namesIn(state.displays.values());
  if (displays.length > 0) return groupErrors.hasDisplays({ name: displays.slice(0, 3) });
  return success(withoutReference(state, 'groups', groupId));
}
