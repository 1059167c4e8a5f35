import type { SignInRefused } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** Refused sign-ins, counted by user and network, and stored as a few entries: guesses must not fill the log. */
export type SignInRefusals = {
  /** `name`: of the account; empty: the text named none. Never the text: people type passwords into the wrong field. */
  readonly note: (refused: Pick<SignInRefused, 'name' | 'network' | 'via'>) => void;
  /** Stores what was counted; called every 10 minutes, and at the stop. */
  readonly flush: () => Promise<void>;
};

export type SignInRefusalsOptions = {
  readonly store: Pick<Store, 'append'>;
  readonly time: Pick<Time, 'trustedNow' | 'monotonic'>;
};

/** Pairs counted at once; all others are one pair without name and network. */
const MAX_PAIRS = 256;
const MAX_ENTRIES_OF_DAY = 200;
/** A flush takes this part of what is left of the day, so that a flood leaves room for what follows. */
const FLUSH_PART = 1 / 4;
const DAY_MS = 86_400_000;

type Pair = { -readonly [Field in keyof SignInRefused]: SignInRefused[Field] };

export function createSignInRefusals({ store, time }: SignInRefusalsOptions): SignInRefusals {
  let pairs = new Map<string, Pair>();
  let day = { began: -DAY_MS, entries: 0 };

  function count(pair: Pair): void {
    const key = JSON.stringify([pair.name, pair.network]);
    const known = pairs.get(key);
    if (known !== undefined) add(known, pair);
    else if (pairs.size < MAX_PAIRS || key === OTHERS) pairs.set(key, pair);
    else count(asOther(pair));
  }

  function room(): number {
    if (time.monotonic() - day.began >= DAY_MS) day = { began: time.monotonic(), entries: 0 };
    return Math.ceil((MAX_ENTRIES_OF_DAY - day.entries) * FLUSH_PART);
  }

  return {
    note({ name, network, via }) {
      const at = new Date(time.trustedNow()).toISOString();
      count({ name, network, count: 1, from: at, to: at, via });
    },
    async flush() {
      const max = room();
      if (pairs.size === 0 || max === 0) return;
      const counted = [...pairs.values()].sort((a, b) => b.count - a.count);
      pairs = new Map();
      const single = counted.length <= max ? counted : counted.slice(0, max - 1);
      const others = counted.slice(single.length);
      for (const pair of others) count(asOther(pair));
      const entries = [...single, ...pairs.values()];
      pairs = new Map();
      day.entries += entries.length;
      try {
        await store.append(entries.map((v) => ({ kind: 'sign-in-refused', v })));
      } catch (error) {
        day.entries -= entries.length;
        for (const pair of entries) count(pair);
        throw error;
      }
    },
  };
}

const asOther = (pair: Pair): Pair => ({ ...pair, name: '', network: '' });

const OTHERS = JSON.stringify(['', '']);

function add(known: Pair, more: Pair): void {
  known.count += more.count;
  if (more.from < known.from) known.from = more.from;
  if (more.to < known.to) return;
  known.to = more.to;
  known.via = more.via;
}
