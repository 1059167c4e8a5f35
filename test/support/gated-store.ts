import { WaypostError } from '../../src/errors.js';
import type { Change } from '../../src/schema/entry.js';
import type { Store } from '../../src/store/store.js';

/** One call of `append` that has not reached the disk. */
export type Held = {
  readonly changes: readonly Change[];
  readonly pass: () => void;
  readonly fail: (error?: Error) => void;
};

export type GatedStore = Store & {
  /** the next append, once it is called */
  readonly next: () => Promise<Held>;
  /** how many are held that nobody has asked for */
  readonly waiting: () => number;
};

export const diskFull = (): WaypostError => new WaypostError('store_unavailable', 'no space left');

/** `store` with a disk that does nothing until a test says how it goes on. */
export function gateStore(store: Store): GatedStore {
  const held: Held[] = [];
  const asking: ((one: Held) => void)[] = [];
  return {
    ...store,
    append: (changes) =>
      new Promise((resolve, reject) => {
        const one: Held = {
          changes,
          pass: () => {
            store.append(changes).then(resolve, reject);
          },
          fail: (error = diskFull()) => {
            reject(error);
          },
        };
        const asker = asking.shift();
        if (asker === undefined) held.push(one);
        else asker(one);
      }),
    next: () =>
      new Promise((resolve) => {
        const one = held.shift();
        if (one === undefined) asking.push(resolve);
        else resolve(one);
      }),
    waiting: () => held.length,
  };
}
