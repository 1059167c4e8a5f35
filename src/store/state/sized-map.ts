import type { Bound } from '../../domain/bounds.js';
import { jsonBytes } from '../../domain/json.js';

/**
 * Collections that are bounded in bytes. The bytes are derived from the values, so they are not part of the state; they
 * are kept up to date as long as only these functions change the map.
 */

const totals = new WeakMap<ReadonlyMap<string, object>, number>();
/** The values are immutable. */
const sizes = new WeakMap<object, number>();

function sizeOf(value: object): number {
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = jsonBytes(value);
  sizes.set(value, bytes);
  return bytes;
}

/** UTF-8 bytes of the JSON of all keys and values. */
export function totalBytes(map: ReadonlyMap<string, object>): number {
  const known = totals.get(map);
  if (known !== undefined) return known;
  let total = 0;
  for (const [key, value] of map) total += jsonBytes(key) + sizeOf(value);
  totals.set(map, total);
  return total;
}

/** Sets a value; a new key becomes the newest. */
export function putSized<Value extends object>(map: Map<string, Value>, key: string, value: Value): void {
  const total = totalBytes(map);
  const before = map.get(key);
  const removed = before === undefined ? 0 : jsonBytes(key) + sizeOf(before);
  totals.set(map, total - removed + jsonBytes(key) + sizeOf(value));
  map.set(key, value);
}

export function dropSized<Value extends object>(map: Map<string, Value>, key: string): void {
  const total = totalBytes(map);
  const before = map.get(key);
  if (before === undefined) return;
  totals.set(map, total - jsonBytes(key) - sizeOf(before));
  map.delete(key);
}

const exceeds = (map: ReadonlyMap<string, object>, { max, bytes }: Pick<Bound, 'max' | 'bytes'>): boolean =>
  map.size > max || totalBytes(map) > bytes;

/** Removes the oldest beyond the bound. */
export function trimOldest<Value extends object>(map: Map<string, Value>, bound: Pick<Bound, 'max' | 'bytes'>): void {
  for (const oldest of map.keys()) {
    if (!exceeds(map, bound)) return;
    dropSized(map, oldest);
  }
}

/** Removes the oldest of the owner that has most, until the bound holds. */
export function trimGreediest<Value extends object>(
  map: Map<string, Value>,
  bound: Pick<Bound, 'max' | 'bytes'>,
  ownerOf: (value: Value) => string,
): void {
  if (!exceeds(map, bound)) return;
  const keysByOwner = new Map<string, string[]>();
  for (const [key, value] of map) {
    const keys = keysByOwner.get(ownerOf(value));
    if (keys === undefined) keysByOwner.set(ownerOf(value), [key]);
    else keys.push(key);
  }
  const all = [...keysByOwner.values()].map((keys) => keys.reverse());
  while (exceeds(map, bound)) {
    const most = all.reduce((a, b) => (b.length > a.length ? b : a));
    dropSized(map, most.pop() ?? '');
  }
}
