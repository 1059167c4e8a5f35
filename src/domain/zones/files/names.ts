import { caseFold } from '../../case-fold.js';

/** Characters of the name of a zone, and of the number that is put to it. */
const MAX_NAME = 120;

/** Names of one file as zones can have them: one line, not too long, and none twice. */
export function createNames(): (name: string | undefined, fallback: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (name, fallback) => {
    const own = cut((name ?? '').replace(/\s+/g, ' ').trim(), MAX_NAME).trim() || fallback;
    let unique = own;
    for (let number = next.get(caseFold(own)) ?? 2; taken.has(caseFold(unique)); number += 1) {
      unique = `${own} ${number}`;
      next.set(caseFold(own), number + 1);
    }
    taken.add(caseFold(unique));
    return unique;
  };
}

/** At most `max` characters, without half of a pair of surrogates. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
