/** Removes the oldest entries above `maxSize`. */
export function trimMap(map: Map<string, unknown>, maxSize: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}

/** Removes the oldest of the values that `isOwn` accepts, above `maxSize` of them. */
export function trimOwn<Value>(map: Map<string, Value>, maxSize: number, isOwn: (value: Value) => boolean): void {
  const own = [...map].filter(([, value]) => isOwn(value));
  for (const [key] of own.slice(0, -maxSize)) map.delete(key);
}
