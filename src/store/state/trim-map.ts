/** Removes the oldest entries above `maxSize`. */
export function trimMap(map: Map<string, unknown>, maxSize: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}
