import { WaypostError } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';

type Operation = { readonly op: 'add' | 'remove' | 'test'; readonly path: string; readonly value?: string };

/** JSON Patch that lets devices join and leave a group; those that are there already, or join twice, change nothing. */
export function memberOperations(
  { name, devices }: Group,
  joining: readonly string[],
  leaving: readonly string[],
): Operation[] {
  const stranger = leaving.find((id) => !devices.includes(id));
  if (stranger !== undefined)
    throw new WaypostError('not_found', `device ${stranger} is not in group ${name}: waypost groups show lists them`);
  // From the end, so that the places of the others stay.
  const removals = [...new Set(leaving)]
    .map((id) => ({ id, path: `/devices/${devices.indexOf(id)}`, index: devices.indexOf(id) }))
    .sort((a, b) => b.index - a.index)
    // Another user may change the group at the same time: `test` makes sure that only this device is removed.
    .flatMap(({ id, path }): Operation[] => [
      { op: 'test', path, value: id },
      { op: 'remove', path },
    ]);
  const additions = [...new Set(joining)]
    .filter((id) => !devices.includes(id))
    .map((id): Operation => ({ op: 'add', path: '/devices/-', value: id }));
  return [...removals, ...additions];
}
