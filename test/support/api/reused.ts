/** Things that calls did not change: making a user or a session takes a hash that is slow on purpose. */
export function createReused() {
  const ids = new Map<string, string>();
  return {
    /** The id that was made for the same key since the last `clear`, or a new one. */
    async idOf(key: string, make: () => Promise<string>): Promise<string> {
      const id = ids.get(key) ?? (await make());
      ids.set(key, id);
      return id;
    },
    clear: () => {
      ids.clear();
    },
  };
}
