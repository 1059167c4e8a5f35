import type { Entry } from '../../schema/entry.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { FeedEvent, LocationEvent, StatusEvent } from './feed-event.js';
import { changesScope, createVisibility } from './visibility.js';
import type { Mutex } from '../../mutex.js';

/** Where events go. It takes whatever it is sent: who sends more while it is full is to blame. */
export type EventReceiver = {
  readonly send: (event: FeedEvent) => void;
  /** a sign of life */
  readonly heartbeat: () => void;
  /** so much is still on its way that no more should be sent */
  readonly isFull: () => boolean;
  readonly isDrained: () => boolean;
  /** resolves once nothing is on its way any more, or never will be */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
};

export type Subscription = {
  readonly receiver: EventReceiver;
  /** the user as he is now; undefined once he may read no more */
  readonly caller: () => User | undefined;
  /** number of the last entry that he was told of; left out by who begins with what comes */
  readonly after?: number | undefined;
};

export type SubscriberOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly devices: Pick<Devices, 'get'>;
  readonly statusOf: (user: User) => readonly StatusEvent[];
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** readers that come back all at once read the log one after the other */
  readonly exclusive: Mutex;
  /** So many entries are told from the log. To who is further back, being up to date is more than having heard all. */
  readonly maxReplay: number;
  readonly onError: (error: unknown) => void;
  readonly onEnd: () => void;
};

export type Subscriber = {
  readonly start: () => void;
  readonly onEntries: (entries: readonly Entry[]) => void;
  /** what has no number is another now, for the port at the path */
  readonly onStatus: (type: StatusEvent['type'], path: string) => void;
  readonly heartbeat: () => void;
  readonly end: () => void;
};

/** Entries read from the log at once. */
const PAGE_SIZE = 500;
/** Who takes nothing for so long is cut off. */
const MAX_WAIT_MS = 60_000;

/**
 * One reader: a place in the log, and everything after it told in order. While he is `live` he hears entries as they
 * are stored. Else he is behind: since he has just come back, or since he reads too slowly, and then nothing waits for
 * him in memory but the names of the devices whose locations he misses.
 */
export function createSubscriber(options: SubscriberOptions, { receiver, caller, after }: Subscription): Subscriber {
  const { store, devices, statusOf, clock, exclusive, maxReplay, onError, onEnd } = options;
  const { state, history } = store;
  const visibility = createVisibility({ state, devices });
  /** Up to here he may have been away: which devices he had in sight then is not known. */
  const awayUntil = state.n;
  let position = after ?? awayUntil;
  /** the number that the reader would resume after */
  let lastMark = -1;
  let isLive = false;
  let isEnded = false;
  /** by who is not live since he reads too slowly: devices that moved */
  let missedDeviceIds: Set<string> | undefined;
  /** What has no number: who was away, or behind when it changed, is told of all. */
  let isStatusMissed = after !== undefined;
  let waitingSince: number | undefined;
  let expiryCheckedAt = clock.now();

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    isLive = false;
    receiver.end();
    onEnd();
  }

  /** The user; without one the stream ends here. */
  function currentUser(): User | undefined {
    const user = isEnded ? undefined : caller();
    if (user === undefined) end();
    return user;
  }

  function send(event: FeedEvent): void {
    receiver.send(event);
    if (event.id !== undefined) lastMark = event.id;
  }

  function sendEntry(entry: Entry, user: User): void {
    visibility.eventsOf(entry, user).forEach(send);
    position = entry.n;
  }

  async function drain(): Promise<void> {
    waitingSince ??= clock.monotonic();
    await receiver.drained();
    waitingSince = undefined;
  }

  /** Tells what is in the log after `told`, until there is no more: then the reader is live. */
  async function catchUp(): Promise<void> {
    while (position !== state.n) {
      if (receiver.isFull()) await drain();
      const page = await nextPage();
      const user = currentUser();
      if (user === undefined) return;
      if (page === undefined) await sendGap(user);
      else sendPage(page, user);
    }
    const user = currentUser();
    if (user === undefined) return;
    isLive = true;
    missedDeviceIds = undefined;
    if (position > lastMark) send({ type: 'mark', id: position });
    if (isStatusMissed) statusOf(user).forEach(send);
    isStatusMissed = false;
  }

  type EntryPage = { readonly entries: readonly Entry[]; readonly to: number };

  /** What comes next in the log; undefined when it can not be told entry by entry. */
  async function nextPage(): Promise<EntryPage | undefined> {
    if (position > state.n || state.n - position > maxReplay) return undefined;
    const range = { from: position + 1, to: Math.min(position + PAGE_SIZE, state.n) };
    const entries = await exclusive(() => history.readNumbers(range));
    const user = currentUser();
    if (entries === undefined || user === undefined) return undefined;
    const isScopeUncertain = entries.some((entry) => entry.n <= awayUntil && changesScope(entry, user));
    return isScopeUncertain ? undefined : { entries, to: range.to };
  }

  /** The rest of a page that is too much for the reader does not wait for him in memory: it is read again. */
  function sendPage({ entries, to }: EntryPage, user: User): void {
    for (const entry of entries) {
      if (receiver.isFull()) return;
      sendEntry(entry, user);
    }
    position = to;
  }

  /** Leaves out the entries up to now, says so, and tells where the devices are that may have moved. */
  async function sendGap(user: User): Promise<void> {
    // A number that was not given yet is of another history: nothing that he holds is certain.
    const from = position > state.n ? 1 : position + 1;
    const to = state.n;
    position = to;
    const moved = [...(missedDeviceIds ?? state.devices.keys())];
    missedDeviceIds?.clear();
    visibility.reset(user);
    // As they are now, since what is stored from now on is told after them.
    const newest = moved.flatMap((deviceId): LocationEvent[] => {
      const location = state.lastLocations.get(deviceId);
      return location === undefined ? [] : [{ deviceId, location }];
    });
    send({ type: 'gap', data: { from, to } });
    for (const data of newest) {
      if (receiver.isFull()) await drain();
      const stillUser = currentUser();
      if (stillUser === undefined) return;
      if (visibility.isVisible(stillUser, data.deviceId)) send({ type: 'location', data });
    }
    send({ type: 'mark', id: to });
  }

  async function fallBehind(): Promise<void> {
    isLive = false;
    missedDeviceIds = new Set();
    await drain();
    await catchUp();
  }

  function runTask(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      onError(error);
      end();
    });
  }

  return {
    start() {
      const user = currentUser();
      if (user === undefined) return;
      visibility.reset(user);
      runTask(catchUp);
    },
    onEntries(entries) {
      const user = currentUser();
      if (user === undefined) return;
      for (const entry of entries) {
        if (isLive && receiver.isFull()) runTask(fallBehind);
        if (isLive) sendEntry(entry, user);
        else if (entry.kind === 'location') missedDeviceIds?.add(entry.v.deviceId);
      }
    },
    onStatus(type, path) {
      const user = currentUser();
      if (user === undefined) return;
      if (isLive && receiver.isFull()) runTask(fallBehind);
      if (!isLive) isStatusMissed = true;
      else
        statusOf(user)
          .filter((event) => event.type === type && event.data.path === path)
          .forEach(send);
    },
    heartbeat() {
      const user = currentUser();
      if (user === undefined) return;
      if (waitingSince !== undefined && clock.monotonic() - waitingSince >= MAX_WAIT_MS) end();
      else if (!receiver.isDrained()) runTask(drain);
      if (!isLive || receiver.isFull()) return;
      receiver.heartbeat();
      const now = clock.now();
      visibility.expiredSince(user, expiryCheckedAt, now).forEach(send);
      expiryCheckedAt = now;
      if (position > lastMark) send({ type: 'mark', id: position });
    },
    end,
  };
}
