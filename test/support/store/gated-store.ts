import { WaypostError } from '../../../src/errors.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';

/** A call of `append` that is held before the disk. */
type Held = {
  readonly changes: readonly Change[];
  readonly pass: () => void;
  readonly fail: (error?: Error) => void;
};

export type GatedStore = Store & {
  /** resolves with the next call of append */
  readonly next: () => Promise<Held>;
  /** number of held calls that were not taken */
  readonly waiting: () => number;
};

export const diskFull = (): WaypostError => new WaypostError('store_unavailable', 'no space left');

/** `store` with a disk that waits for the test at each append. */
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
