import { caseFold } from '../../domain/case-fold.js';
import { WaypostError } from '../../errors.js';

type Named = { readonly id: string; readonly name: string };

const MAX_NAMES = 20;

/** Finds an entity by name, in any case, or by id. Throws an error that lists the existing ones. */
export function findNamed<N extends Named>(noun: string, entities: readonly N[], text: string): N {
  const found = entities.find(({ id, name }) => id === text || caseFold(name) === caseFold(text));
  if (found !== undefined) return found;
  const names = entities.slice(0, MAX_NAMES).map(({ name }) => name);
  if (names.length < entities.length) names.push('…');
  const existing = names.length === 0 ? `no ${noun} exists yet` : `existing ${noun}s are ${names.join(', ')}`;
  throw new WaypostError('not_found', `${noun} ${text} not found: ${existing}`);
}
