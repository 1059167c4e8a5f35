/**
 * Everyone who can cause entries that are not records (entities, quarantine, commands, messages) has a budget of bytes of
 * the log, so that these take at most a tenth of `store.retention.bytes` in `store.retention.days`. Half of the tenth can be
 * used at once, the other half comes back over the days. An owner may use a part of what is left, so a single one never
 * uses up the room of the others. Records have no budget.
 */
/** How much history is kept: days, and bytes of the whole log; 0: no limit. */
export type Retention = { readonly days: number; readonly bytes: number };

export type LogBudgetOptions = {
  readonly retention: Retention;
  /** bytes that owners have used before, at `now` */
  readonly used?: ReadonlyMap<string, number>;
  /** ms of a clock that is never set */
  readonly now: number;
};

export type LogBudget = {
  /** Counts bytes of an owner if there is room, else gives the ms until there is; `part`: of the owner's share. */
  readonly take: (owner: string, bytes: number, options: TakeOptions) => number | undefined;
  /** Counts bytes that cannot be refused, or with a negative number takes back what was not written. */
  readonly add: (owner: string, bytes: number, now: number) => void;
  /** Is there room for more? */
  readonly hasRoom: (owner: string, now: number) => boolean;
  /** The bytes used and not come back yet, by owner. */
  readonly used: (now: number) => ReadonlyMap<string, number>;
};

type TakeOptions = { readonly now: number; readonly part?: number };

/** Where retention has no limit, that of the default configuration. */
const DEFAULT_BYTES = 8_589_934_592;
const DEFAULT_DAYS = 400;
const SHARE_OF_LOG = 0.1;
/** With any retention, a gateway can be managed. */
const MIN_BYTES = 1_048_576;
/** What a single owner may use of the bytes that are left. */
const OWNER_PART = 1 / 4;
const DAY_MS = 86_400_000;

/** The bytes of the log that everything but records may take while history is kept. */
export const logBudgetBytes = ({ bytes }: Pick<Retention, 'bytes'>): number =>
  Math.max((bytes === 0 ? DEFAULT_BYTES : bytes) * SHARE_OF_LOG, MIN_BYTES);

export function createLogBudget({ retention, used = new Map<string, number>(), now }: LogBudgetOptions): LogBudget {
  // The retention may be changed.
  const burst = (): number => logBudgetBytes(retention) / 2;
  const bytesPerMs = (): number => burst() / ((retention.days === 0 ? DEFAULT_DAYS : retention.days) * DAY_MS);
  const own = new Map(used);
  let total = sum(own);
  let refilled = now;

  /** What comes back is shared by all who have used something. */
  function refill(at: number): void {
    const back = (Math.max(0, at - refilled) * bytesPerMs()) / Math.max(1, own.size);
    refilled = at;
    if (back === 0 || own.size === 0) return;
    for (const [owner, bytes] of own) {
      if (bytes > back) own.set(owner, bytes - back);
      else own.delete(owner);
    }
    total = sum(own);
  }

  function add(owner: string, bytes: number): void {
    const before = own.get(owner) ?? 0;
    const after = Math.max(0, before + bytes);
    if (after > 0) own.set(owner, after);
    else own.delete(owner);
    total += after - before;
  }

  /** Bytes that are missing for an owner to use `bytes` more; an owner that has used nothing gets all that is left. */
  function missing(owner: string, bytes: number, part: number): number {
    const before = own.get(owner) ?? 0;
    const left = burst() - total;
    return before === 0 ? bytes - left : before + bytes - left * OWNER_PART * part;
  }

  return {
    take(owner, bytes, { now: at, part = 1 }) {
      refill(at);
      const short = missing(owner, bytes, part);
      if (short > 0) return Math.ceil(short / (bytesPerMs() * (OWNER_PART * part + 1 / Math.max(1, own.size))));
      add(owner, bytes);
      return undefined;
    },
    add(owner, bytes, at) {
      refill(at);
      add(owner, bytes);
    },
    hasRoom(owner, at) {
      refill(at);
      return missing(owner, 1, 1) <= 0;
    },
    used(at) {
      refill(at);
      return own;
    },
  };
}

const sum = (own: ReadonlyMap<string, number>): number => {
  let total = 0;
  for (const bytes of own.values()) total += bytes;
  return total;
};
