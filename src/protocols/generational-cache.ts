/** The latest values by key: at least `generationSize` of them, at most twice as many. */
export type GenerationalCache<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
};

/** Evicts a whole generation at a time, so each call takes constant time. */
export function createGenerationalCache<Value>(generationSize: number): GenerationalCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size < generationSize) return;
      old = young;
      young = new Map();
    },
  };
}
