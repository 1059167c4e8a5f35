import { createHeld, type BenchPort, type Held, type HeldOptions } from './held.js';
import { createWanting, type WantingOptions } from './wanting.js';

/** What is decided and written down of the trackers of one provisioning. */
export type Units = {
  readonly take: (port: BenchPort) => Held;
  /** rows of the list that nobody has got; null: there is no list */
  readonly left: () => number | null;
};

export type UnitsOptions = Omit<HeldOptions, 'port' | 'wanting' | 'inHand'> & Omit<WantingOptions, 'state'>;

export function createUnits(options: UnitsOptions): Units {
  const wanting = createWanting({ ...options, state: options.store.state });
  const inHand = new Map<string, string>();
  return {
    take: (port) => createHeld({ ...options, port, wanting, inHand }),
    left: wanting.left,
  };
}
