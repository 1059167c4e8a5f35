import type { Bound } from '../../domain/bounds.js';
import { totalBytes, bytesOfEntry } from './sized-map.js';

/** Removes the oldest entries above the bound. */
export function trimMap(map: Map<string, unknown>, bound: Pick<Bound, 'max' | 'bytes'>): void {
  for (const oldest of map.keys()) {
    if (!exceeds(map, bound)) return;
    map.delete(oldest);
  }
}

/** Removes the oldest of the values that `isOwn` accepts, above `maxSize` of them. */
export function trimOwn<Value>(map: Map<string, Value>, maxSize: number, isOwn: (value: Value) => boolean): void {
  const own = [...map].filter(([, value]) => isOwn(value));
  for (const [key] of own.slice(0, -maxSize)) map.delete(key);
}

/** What is left of the bound after a trim: finding the largest visits all entries, so it is done rarely. */
const KEPT_SHARE = 0.9;

/** Replaces the largest values by what `reduce` leaves of them, undefined: nothing, until all fit into `bytes`. */
export function trimLargest<Value>(
  map: Map<string, Value>,
  { bytes }: Pick<Bound, 'bytes'>,
  reduce: (value: Value) => Value | undefined,
): void {
  if (totalBytes(map) <= Math.max(bytes, (irreducible.get(map) ?? 0) / KEPT_SHARE)) return;
  const bySize = [...map].map(([key, value]) => ({ key, value, size: bytesOfEntry(map, key, value) }));
  for (const { key, value } of bySize.sort((a, b) => b.size - a.size)) {
    if (totalBytes(map) <= bytes * KEPT_SHARE) return;
    const reduced = reduce(value);
    if (reduced === undefined) map.delete(key);
    else map.set(key, reduced);
  }
  irreducible.set(map, totalBytes(map));
}

/** The bytes that were left when everything had given way: a store of an earlier version may hold more than the bound. */
const irreducible = new WeakMap<ReadonlyMap<string, unknown>, number>();

/** Removes entries of owners that are removed themselves, the oldest first, above the bound in number. */
export function trimRemoved(
  map: Map<string, unknown>,
  { max }: Pick<Bound, 'max'>,
  isThere: (owner: string) => boolean,
): void {
  if (map.size <= max) return;
  for (const owner of map.keys()) {
    if (map.size <= max * KEPT_SHARE) return;
    if (!isThere(owner)) map.delete(owner);
  }
}

/** Removes the oldest of the owner that has most, until the bound holds. */
export function trimGreediest<Value>(
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
    map.delete(most.pop() ?? '');
  }
}

const exceeds = (map: ReadonlyMap<string, unknown>, { max, bytes }: Pick<Bound, 'max' | 'bytes'>): boolean =>
  map.size > max || totalBytes(map) > bytes;
