import type { Entry } from '../schema/entry.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Devices } from './devices.js';
import type { FeedEvent, LocationTold, Standing } from './feed-event.js';
import { changesScope, createSight } from './sight.js';
import type { Turns } from '../turns.js';

/** Where events go. It takes whatever it is sent: who sends more while it is full is to blame. */
export type Reader = {
  readonly send: (event: FeedEvent) => void;
  /** a sign of life */
  readonly beat: () => void;
  /** so much is still on its way that no more should be sent */
  readonly isFull: () => boolean;
  readonly isDrained: () => boolean;
  /** resolves once nothing is on its way any more, or never will be */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
};

export type Subscription = {
  readonly reader: Reader;
  /** the user as he is now; undefined once he may read no more */
  readonly caller: () => User | undefined;
  /** number of the last entry that he was told of; left out by who begins with what comes */
  readonly after?: number | undefined;
};

export type SubscriberParts = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly devices: Pick<Devices, 'get'>;
  readonly standingOf: (user: User) => readonly Standing[];
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** readers that come back all at once read the log one after the other */
  readonly inTurn: Turns;
  /** So many entries are told from the log. To who is further back, being up to date is more than having heard all. */
  readonly furthest: number;
  readonly onFault: (error: unknown) => void;
  readonly onEnd: () => void;
};

export type Subscriber = {
  readonly start: () => void;
  readonly hear: (entries: readonly Entry[]) => void;
  /** what has no number is another now, for the port at the path */
  readonly hearStanding: (type: Standing['type'], path: string) => void;
  readonly beat: () => void;
  readonly end: () => void;
};

/** Entries read from the log at once. */
const PAGE = 500;
/** Who takes nothing for so long is cut off. */
const LONGEST_WAIT_MS = 60_000;

/**
 * One reader: a place in the log, and everything after it told in order. While he is `live` he hears entries as they
 * are stored. Else he is behind: since he has just come back, or since he reads too slowly, and then nothing waits for
 * him in memory but the names of the devices whose locations he misses.
 */
export function createSubscriber(parts: SubscriberParts, { reader, caller, after }: Subscription): Subscriber {
  const { store, devices, standingOf, clock, inTurn, furthest, onFault, onEnd } = parts;
  const { state, history } = store;
  const sight = createSight({ state, devices });
  /** Up to here he may have been away: which devices he had in sight then is not known. */
  const awayUntil = state.n;
  let told = after ?? awayUntil;
  /** the number that the reader would resume after */
  let marked = -1;
  let live = false;
  let over = false;
  /** by who is not live since he reads too slowly: devices that moved */
  let missed: Set<string> | undefined;
  /** What has no number: who was away, or behind when it changed, is told of all. */
  let standingMissed = after !== undefined;
  let waitingSince: number | undefined;
  let agedUntil = clock.now();

  function end(): void {
    if (over) return;
    over = true;
    live = false;
    reader.end();
    onEnd();
  }

  /** The user; without one the stream ends here. */
  function present(): User | undefined {
    const user = over ? undefined : caller();
    if (user === undefined) end();
    return user;
  }

  function send(event: FeedEvent): void {
    reader.send(event);
    if (event.id !== undefined) marked = event.id;
  }

  function tell(entry: Entry, user: User): void {
    sight.eventsOf(entry, user).forEach(send);
    told = entry.n;
  }

  async function drain(): Promise<void> {
    waitingSince ??= clock.monotonic();
    await reader.drained();
    waitingSince = undefined;
  }

  /** Tells what is in the log after `told`, until there is no more: then the reader is live. */
  async function catchUp(): Promise<void> {
    while (told !== state.n) {
      if (reader.isFull()) await drain();
      const page = await nextPage();
      const user = present();
      if (user === undefined) return;
      if (page === undefined) await skip(user);
      else tellPage(page, user);
    }
    const user = present();
    if (user === undefined) return;
    live = true;
    missed = undefined;
    if (told > marked) send({ type: 'mark', id: told });
    if (standingMissed) standingOf(user).forEach(send);
    standingMissed = false;
  }

  type Page = { readonly entries: readonly Entry[]; readonly to: number };

  /** What comes next in the log; undefined when it can not be told entry by entry. */
  async function nextPage(): Promise<Page | undefined> {
    if (told > state.n || state.n - told > furthest) return undefined;
    const range = { from: told + 1, to: Math.min(told + PAGE, state.n) };
    const entries = await inTurn(() => history.numbered(range));
    const user = present();
    if (entries === undefined || user === undefined) return undefined;
    const unsure = entries.some((entry) => entry.n <= awayUntil && changesScope(entry, user));
    return unsure ? undefined : { entries, to: range.to };
  }

  /** The rest of a page that is too much for the reader does not wait for him in memory: it is read again. */
  function tellPage({ entries, to }: Page, user: User): void {
    for (const entry of entries) {
      if (reader.isFull()) return;
      tell(entry, user);
    }
    told = to;
  }

  /** Leaves out the entries up to now, says so, and tells where the devices are that may have moved. */
  async function skip(user: User): Promise<void> {
    // A number that was not given yet is of another history: nothing that he holds is certain.
    const from = told > state.n ? 1 : told + 1;
    const to = state.n;
    told = to;
    const moved = [...(missed ?? state.devices.keys())];
    missed?.clear();
    sight.renew(user);
    // As they are now, since what is stored from now on is told after them.
    const newest = moved.flatMap((deviceId): LocationTold[] => {
      const location = state.lastLocations.get(deviceId);
      return location === undefined ? [] : [{ deviceId, location }];
    });
    send({ type: 'gap', data: { from, to } });
    for (const data of newest) {
      if (reader.isFull()) await drain();
      const still = present();
      if (still === undefined) return;
      if (sight.sees(still, data.deviceId)) send({ type: 'location', data });
    }
    send({ type: 'mark', id: to });
  }

  async function fallBehind(): Promise<void> {
    live = false;
    missed = new Set();
    await drain();
    await catchUp();
  }

  function begin(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      onFault(error);
      end();
    });
  }

  return {
    start() {
      const user = present();
      if (user === undefined) return;
      sight.renew(user);
      begin(catchUp);
    },
    hear(entries) {
      const user = present();
      if (user === undefined) return;
      for (const entry of entries) {
        if (live && reader.isFull()) begin(fallBehind);
        if (live) tell(entry, user);
        else if (entry.kind === 'location') missed?.add(entry.v.deviceId);
      }
    },
    hearStanding(type, path) {
      const user = present();
      if (user === undefined) return;
      if (live && reader.isFull()) begin(fallBehind);
      if (!live) standingMissed = true;
      else
        standingOf(user)
          .filter((event) => event.type === type && event.data.path === path)
          .forEach(send);
    },
    beat() {
      const user = present();
      if (user === undefined) return;
      if (waitingSince !== undefined && clock.monotonic() - waitingSince >= LONGEST_WAIT_MS) end();
      else if (!reader.isDrained()) begin(drain);
      if (!live || reader.isFull()) return;
      reader.beat();
      const now = clock.now();
      sight.aged(user, agedUntil, now).forEach(send);
      agedUntil = now;
      if (told > marked) send({ type: 'mark', id: told });
    },
    end,
  };
}
