import { useCallback } from 'preact/hooks';
import type { Group } from '../../schema/devices/group.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp } from '../app-context.js';

export type VisibleGroups = {
  /** sorted by name; empty for those who may not read groups */
  readonly groups: readonly Group[];
  /** ids of the devices of a group; undefined: no group is chosen */
  readonly membersOf: (groupId: string) => ReadonlySet<string> | undefined;
  /** names of the groups of a device, with commas in between */
  readonly groupsOf: (deviceId: string) => string;
};

type Read = { readonly groups: readonly Group[]; readonly members: ReadonlyMap<string, ReadonlySet<string>> };

/** The groups that the user sees, as they were when the page opened. */
export function useGroups(): VisibleGroups {
  const { api, session } = useApp();
  const state = session.state.value;
  const isDisplay = state.is === 'in' && state.isDisplay;
  const { result } = useFetch(async () => {
    if (isDisplay) return { ok: true, value: NONE } as const;
    const read = await api.get<{ groups: readonly Group[] }>('/api/groups');
    return read.ok ? ({ ok: true, value: sorted(read.value.groups) } as const) : read;
  }, [isDisplay]);
  const { groups, members } = result.value?.ok === true ? result.value.value : NONE;
  const membersOf = useCallback(
    (groupId: string) => (groupId === '' ? undefined : (members.get(groupId) ?? NO_MEMBERS)),
    [members],
  );
  const groupsOf = useCallback(
    (deviceId: string) =>
      groups
        .filter(({ id }) => members.get(id)?.has(deviceId) === true)
        .map(({ name }) => name)
        .join(', '),
    [groups, members],
  );
  return { groups, membersOf, groupsOf };
}

const NO_MEMBERS: ReadonlySet<string> = new Set();
const NONE: Read = { groups: [], members: new Map() };

function sorted(groups: readonly Group[]): Read {
  const byName = [...groups].sort((a, b) => a.name.localeCompare(b.name));
  return { groups: byName, members: new Map(byName.map(({ id, devices }) => [id, new Set(devices)])) };
}
