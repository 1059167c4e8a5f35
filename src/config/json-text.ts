import type { KeyPath } from './problem.js';

export type RepeatedKey = { readonly path: KeyPath; readonly offset: number };

type Level = { readonly path: KeyPath; readonly names: Set<string> | null; place: number; name: string };

/** A text, or what gives a text its meaning; numbers and words of JSON are skipped. A text without an end takes the rest. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\],:]/g;

/** The keys that an object of a valid JSON text has twice: JSON.parse keeps the last one without a word. */
export function repeatedKeys(json: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const levels: Level[] = [];
  let last: { readonly text: string; readonly offset: number } = { text: '', offset: 0 };
  for (const { 0: token, index: offset } of json.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      const inside = level === undefined ? [] : [...level.path, level.names === null ? level.place : level.name];
      levels.push({ path: inside, names: token === '{' ? new Set() : null, place: 0, name: '' });
    } else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level !== undefined) level.place += 1;
    else if (token === ':' && level !== undefined && level.names !== null) {
      level.name = JSON.parse(last.text) as string;
      if (level.names.has(level.name)) found.push({ path: [...level.path, level.name], offset: last.offset });
      level.names.add(level.name);
    } else last = { text: token, offset };
  }
  return found;
}
