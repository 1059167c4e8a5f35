/** Of more than `most` those are forgotten that came first. */
export function keepLast(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
