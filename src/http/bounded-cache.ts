/** Values by key that cost time to make again. When they take more than `maxChars`, the oldest go. */
export type BoundedCache<Value> = {
  readonly get: (key: string) => Value | undefined;
  /** `chars`: what key and value take together */
  readonly set: (key: string, value: Value, chars: number) => void;
  /** characters of all */
  readonly size: () => number;
};

export function createBoundedCache<Value>(maxChars: number): BoundedCache<Value> {
  /** the oldest first */
  const entries = new Map<string, { readonly value: Value; readonly chars: number }>();
  let size = 0;

  function remove(key: string): void {
    size -= entries.get(key)?.chars ?? 0;
    entries.delete(key);
  }

  return {
    get: (key) => entries.get(key)?.value,
    set(key, value, chars) {
      remove(key);
      entries.set(key, { value, chars });
      size += chars;
      for (const oldest of entries.keys()) {
        if (size <= maxChars) break;
        remove(oldest);
      }
    },
    size: () => size,
  };
}
