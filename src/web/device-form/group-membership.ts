import type { Group } from '../../schema/devices/group.js';
import type { Api, ApiFailure, ApiResult } from '../api/client.js';
import { updateIfUnmodified } from '../api/update-if-unmodified.js';

export type Membership = { readonly add?: readonly string[]; readonly remove?: readonly string[] };

/** Another user may change the group at the same time. */
const ATTEMPTS = 5;

/** Adds devices to a group and removes others from it; the other devices of the group stay. */
export async function changeMembers(
  api: Pick<Api, 'get' | 'send'>,
  groupId: string,
  { add = [], remove = [] }: Membership,
): Promise<ApiFailure | undefined> {
  const path = `/api/groups/${encodeURIComponent(groupId)}`;
  let failure: ApiFailure | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read: ApiResult<{ group: Group }> = await api.get(path);
    if (!read.ok) return read;
    const { devices, lastModified } = read.value.group;
    const removed = new Set(remove);
    const members = new Set([...devices.filter((id) => !removed.has(id)), ...add]);
    if (members.size === devices.length && devices.every((id) => members.has(id))) return undefined;
    const result = await updateIfUnmodified(api, { path, lastModified, fields: { devices: [...members] } });
    if (result.ok) return undefined;
    failure = result;
    if (result.code !== 'changed_meanwhile') break;
  }
  return failure;
}
