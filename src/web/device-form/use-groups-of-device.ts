import { useSignal } from '@preact/signals';
import type { Group } from '../../schema/devices/group.js';
import type { ApiFailure } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp } from '../app-context.js';
import { changeMembers } from './group-membership.js';

export type GroupsOfDevice = {
  /** sorted by name; empty until they are read */
  readonly groups: readonly Group[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
  /** Moves the device, if the user has chosen other groups. */
  readonly save: () => Promise<ApiFailure | undefined>;
};

/** The groups that the user may see, and those that the device is to be in. */
export function useGroupsOfDevice(deviceId: string): GroupsOfDevice {
  const { api } = useApp();
  const { result, reload } = useFetch(() => api.get<{ groups: readonly Group[] }>('/api/groups'), []);
  /** what the user chose, by group; groups that were not touched stay as they are */
  const choices = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const found = result.value?.ok === true ? result.value.value.groups : [];
  const groups = [...found].sort((a, b) => a.name.localeCompare(b.name));
  const isIn = (group: Group): boolean => choices.value.get(group.id) ?? group.devices.includes(deviceId);
  return {
    groups,
    chosen: new Set(groups.filter(isIn).map(({ id }) => id)),
    choose(chosen) {
      choices.value = new Map([
        ...choices.peek(),
        ...groups
          .filter((group) => isIn(group) !== chosen.has(group.id))
          .map(({ id }) => [id, chosen.has(id)] as const),
      ]);
    },
    async save() {
      for (const [groupId, isMember] of choices.peek()) {
        const failure = await changeMembers(api, groupId, { [isMember ? 'add' : 'remove']: [deviceId] });
        if (failure !== undefined) return failure;
      }
      if (choices.peek().size > 0) reload();
      choices.value = new Map();
      return undefined;
    },
  };
}
