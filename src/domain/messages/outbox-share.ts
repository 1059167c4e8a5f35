import type { NewMessage } from '../../schema/messages/message.js';
import { jsonBytes } from '../json.js';
import { isKnownAlertName } from '../records/alert-name.js';

/** Messages: how many, and UTF-8 bytes of their JSON. */
export type Amount = { readonly count: number; readonly bytes: number };

/** What an owner may have waiting: a part of the room that is left. */
type OwnerPart = { readonly owner: Owner; readonly part: number };
type Owner = 'user' | 'postedDevice' | 'device' | 'rule' | 'knownDevice';
type Share = {
  /** the part of the whole outbox that is open to these messages, whatever waits in it */
  readonly open: number;
  /** the part that these messages themselves may take */
  readonly own: number;
  readonly owners: readonly OwnerPart[];
};

/**
 * How the outbox is shared. Each owner may have no more waiting than a part of the room that is left: the more is waiting,
 * the less anyone may add, so there is always room for an owner that has nothing waiting yet.
 *
 * `posted`: messages of users; half of the outbox is closed to them. `alert`: messages of alerts. `knownAlert`: those of
 * alerts that the API names; a fifth of the outbox is open to them alone, and neither the rule nor invented names of the
 * same device count against them.
 */
const OUTBOX_SHARES = {
  posted: {
    open: 0.8,
    own: 0.5,
    owners: [
      { owner: 'user', part: 1 / 4 },
      { owner: 'postedDevice', part: 1 / 4 },
    ],
  },
  alert: {
    open: 0.8,
    own: 1,
    owners: [
      { owner: 'device', part: 1 / 8 },
      { owner: 'rule', part: 1 },
    ],
  },
  knownAlert: { open: 1, own: 1, owners: [{ owner: 'knownDevice', part: 1 / 50 }] },
} as const satisfies Readonly<Record<string, Share>>;
type ShareName = keyof typeof OUTBOX_SHARES;

/** Why a message does not fit: `owner` has `waiting`, or all owners together. */
export type ShareRefusal = { readonly owner: Owner | 'all'; readonly waiting: Amount };

type SharedMessage = Pick<NewMessage, 'deviceId' | 'cause'>;

/** What a message takes in addition to its own JSON: id, times, reason, and the results of its attempts. */
const STATE_BYTES = 400;

const waitingBytes = (message: NewMessage): number => jsonBytes(message) + STATE_BYTES;

/** What is waiting, by owner. */
export type OutboxTally = {
  readonly add: (id: string, message: NewMessage) => void;
  readonly remove: (id: string) => void;
  readonly amountOf: (key: string) => Amount;
};

const NOTHING: Amount = { count: 0, bytes: 0 };
const ALL = 'all';
const POSTED = 'posted';

export function createOutboxTally(): OutboxTally {
  const amounts = new Map<string, Amount>();
  const counted = new Map<string, { readonly keys: readonly string[]; readonly bytes: number }>();

  function change(keys: readonly string[], count: number, bytes: number): void {
    for (const key of keys) {
      const before = amounts.get(key) ?? NOTHING;
      if (before.count + count === 0) amounts.delete(key);
      else amounts.set(key, { count: before.count + count, bytes: before.bytes + bytes });
    }
  }

  return {
    add(id, message) {
      const own = { keys: keysOf(message), bytes: waitingBytes(message) };
      counted.set(id, own);
      change(own.keys, 1, own.bytes);
    },
    remove(id) {
      const own = counted.get(id);
      if (own === undefined) return;
      counted.delete(id);
      change(own.keys, -1, -own.bytes);
    },
    amountOf: (key) => amounts.get(key) ?? NOTHING,
  };
}

const isKnown = ({ cause }: SharedMessage): boolean => cause.alert?.alerts.some(isKnownAlertName) === true;

const keyOf = (owner: Owner, { deviceId, cause }: SharedMessage): string =>
  `${owner} ${owner === 'user' ? cause.user : owner === 'rule' ? cause.rule : deviceId}`;

const sharesOf = (message: SharedMessage): readonly ShareName[] =>
  message.cause.alert === undefined ? ['posted'] : isKnown(message) ? ['alert', 'knownAlert'] : ['alert'];

/** Everything that a message counts against. */
function keysOf(message: SharedMessage): string[] {
  const names = sharesOf(message);
  const owners = names.flatMap((name) => OUTBOX_SHARES[name].owners.map(({ owner }) => keyOf(owner, message)));
  return names.includes('posted') ? [ALL, POSTED, ...owners] : [ALL, ...owners];
}

/** Is there room for the message in one of its shares? `bounds`: of the whole outbox; `tallies`: all that waits. */
export function checkShares(
  message: NewMessage,
  bounds: Amount,
  tallies: readonly Pick<OutboxTally, 'amountOf'>[],
): ShareRefusal | undefined {
  const amountOf = (key: string): Amount =>
    tallies.reduce<Amount>((sum, tally) => plus(sum, tally.amountOf(key)), NOTHING);
  const added = { count: 1, bytes: waitingBytes(message) };
  let refusal: ShareRefusal | undefined;
  for (const name of sharesOf(message)) {
    const share: Share = OUTBOX_SHARES[name];
    const all = amountOf(ALL);
    const own = name === 'posted' ? amountOf(POSTED) : NOTHING;
    const left = smaller(minus(times(bounds, share.open), all), minus(times(bounds, share.own), own));
    const excess = exceeded(share, { message, added, left, amountOf });
    if (excess === undefined) return undefined;
    refusal ??= excess === 'all' ? { owner: 'all', waiting: all } : excess;
  }
  return refusal;
}

type Check = {
  readonly message: NewMessage;
  readonly added: Amount;
  readonly left: Amount;
  readonly amountOf: (key: string) => Amount;
};

/** An owner with nothing waiting gets all the room that is left. */
function exceeded({ owners }: Share, { message, added, left, amountOf }: Check): ShareRefusal | 'all' | undefined {
  if (!fits(added, left)) return 'all';
  for (const { owner, part } of owners) {
    const waiting = amountOf(keyOf(owner, message));
    if (waiting.count > 0 && !fits(plus(waiting, added), times(left, part))) return { owner, waiting };
  }
  return undefined;
}

const fits = (amount: Amount, room: Amount): boolean => amount.count <= room.count && amount.bytes <= room.bytes;
const plus = (a: Amount, b: Amount): Amount => ({ count: a.count + b.count, bytes: a.bytes + b.bytes });
const minus = (a: Amount, b: Amount): Amount => ({ count: a.count - b.count, bytes: a.bytes - b.bytes });
const times = (a: Amount, factor: number): Amount => ({ count: a.count * factor, bytes: a.bytes * factor });
const smaller = (a: Amount, b: Amount): Amount => ({
  count: Math.min(a.count, b.count),
  bytes: Math.min(a.bytes, b.bytes),
});
