import { caseFold } from '../../domain/case-fold.js';
import { WaypostError } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';

type NamedGroup = Pick<Group, 'id' | 'name'>;

/** The group that is called so, by its name in any case or its id. Throws with those there are. */
export function findGroup<G extends NamedGroup>(groups: readonly G[], text: string): G {
  const found = groups.find(({ id, name }) => id === text || caseFold(name) === caseFold(text));
  if (found !== undefined) return found;
  const there = groups.map(({ name }) => name).join(', ');
  throw new WaypostError('not_found', `there is no group ${text}: ${there === '' ? 'there is none at all' : there}`);
}
