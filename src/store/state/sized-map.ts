import { jsonBytes } from '../../domain/json.js';

/** UTF-8 bytes of the JSON of a value. Those of an object are computed once: the values of the state never change. */
export function valueBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return jsonBytes(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = jsonBytes(value);
  sizes.set(value, bytes);
  return bytes;
}

const sizes = new WeakMap<object, number>();

export type SizeOf<Value> = (value: Value) => number;

type Size = {
  readonly sizeOf: SizeOf<never>;
  /** undefined until they are asked for: most maps of a small depot are never near their bound */
  bytes: number | undefined;
};

const trackedSizes = new WeakMap<ReadonlyMap<string, unknown>, Size>();

/** A map that knows how many bytes its JSON has. `sizeOf` takes part in every change, so it has to be fast. */
export function createSizedMap<Value>(
  sizeOf: SizeOf<Value> = valueBytes,
  entries: Iterable<readonly [string, Value]> = [],
): Map<string, Value> {
  const map = new Map<string, Value>(entries);
  const size: Size = { sizeOf, bytes: undefined };
  trackedSizes.set(map, size);

  function removed(key: string): void {
    if (size.bytes === undefined) return;
    const before = map.get(key);
    if (before !== undefined) size.bytes -= entryBytes(key, before, sizeOf);
  }
  const { set, delete: remove, clear } = nativeMap;
  const methods = {
    set(key: string, value: Value) {
      removed(key);
      if (size.bytes !== undefined) size.bytes += entryBytes(key, value, sizeOf);
      return set.call(map, key, value);
    },
    delete(key: string) {
      removed(key);
      return remove.call(map, key);
    },
    clear() {
      size.bytes = undefined;
      clear.call(map);
    },
  };
  // Not enumerable: a copy or a comparison sees a map like any other.
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(map, name, { value });
  return map;
}

const nativeMap: Pick<Map<unknown, unknown>, 'set' | 'delete' | 'clear'> = Map.prototype;

/** The key, the value and what JSON puts around them. */
const entryBytes = <Value>(key: string, value: Value, sizeOf: SizeOf<Value>): number => key.length + 4 + sizeOf(value);

/** The bytes of the JSON of a map. */
export function totalBytes<Value>(map: ReadonlyMap<string, Value>): number {
  const size = trackedSizes.get(map);
  if (size?.bytes !== undefined) return size.bytes;
  const bytes = sum(map, (size?.sizeOf as SizeOf<Value> | undefined) ?? valueBytes);
  if (size !== undefined) size.bytes = bytes;
  return bytes;
}

function sum<Value>(map: ReadonlyMap<string, Value>, sizeOf: SizeOf<Value>): number {
  let bytes = 0;
  for (const [key, value] of map) bytes += entryBytes(key, value, sizeOf);
  return bytes;
}

/** The bytes of one value as its map counts them. */
const bytesOfValue = <Value>(map: ReadonlyMap<string, Value>, value: Value): number =>
  ((trackedSizes.get(map)?.sizeOf as SizeOf<Value> | undefined) ?? valueBytes)(value);

/** The bytes that an entry with this value takes in the map. */
export const bytesOfEntry = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): number =>
  key.length + 4 + bytesOfValue(map, value);
