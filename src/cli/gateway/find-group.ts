import { caseFold } from '../../domain/case-fold.js';
import { WaypostError } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';

type NamedGroup = Pick<Group, 'id' | 'name'>;

/** Finds a group by name, in any case, or by id. Throws an error that lists the existing groups. */
export function findGroup<G extends NamedGroup>(groups: readonly G[], text: string): G {
  const found = groups.find(({ id, name }) => id === text || caseFold(name) === caseFold(text));
  if (found !== undefined) return found;
  const names = groups.map(({ name }) => name).join(', ');
  throw new WaypostError(
    'not_found',
    `group ${text} not found: ${names === '' ? 'no group exists yet' : `existing groups are ${names}`}`,
  );
}
