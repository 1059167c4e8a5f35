import { setImmediate as nextTurn } from 'node:timers/promises';
import { canSeeLast } from '../../domain/accounts/scope.js';
import { recordStreamOf } from '../../domain/records/record.js';
import type { Mutex } from '../../mutex.js';
import type { User } from '../../schema/accounts/user.js';
import type { Entry } from '../../schema/entry.js';
import type { ArrivalsPage } from '../../store/history/arrivals.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';
import type { ExpiryCheck } from './expiry-check.js';
import { subjectOf, type FeedEvent, type LocationEvent, type StatusEvent } from './feed-event.js';
import { removedUplink } from './status-events.js';
import { changesScope, createVisibility, type Visibility } from './visibility.js';

/** Where events are sent. Never blocks; callers check isFull() first. */
export type EventReceiver = {
  readonly send: (event: FeedEvent) => void;
  readonly heartbeat: () => void;
  /** so much is in flight that no more should be sent */
  readonly isFull: () => boolean;
  readonly isDrained: () => boolean;
  /** resolves when nothing is in flight, or nothing more will be delivered */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
};

export type Subscription = {
  readonly receiver: EventReceiver;
  /** the current state of the user; undefined once they may no longer read */
  readonly caller: () => User | undefined;
  /** address of the client */
  readonly address: string;
  /** number of the last entry that the client received; left out: starts with the next entry */
  readonly after?: number | undefined;
  /** Further behind than this many entries, the client gets a gap and the newest state; left out: it gets them all. */
  readonly reach?: number | undefined;
};

export type SubscriberOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly devices: Pick<Devices, 'get'>;
  readonly statusOf: (user: User) => readonly StatusEvent[];
  readonly time: Pick<Time, 'monotonic'>;
  /** the time of the last heartbeat of others: devices that expire after it are sent at the next one */
  readonly expiryCheckedAt: number;
  /** Clients that reconnect at the same time read the log one after the other. */
  readonly exclusive: Mutex;
  readonly onError: (error: unknown) => void;
  readonly onEnd: () => void;
};

export type Subscriber = {
  readonly start: () => void;
  readonly onEntries: (entries: readonly Entry[]) => void;
  /** The status of a port or an uplink changed; it has no entry in the log. `subject`: path or name. */
  readonly onStatus: (type: StatusEvent['type'], subject: string) => void;
  readonly heartbeat: (expiries: ExpiryCheck) => void;
  readonly end: () => void;
};

/** Entries read from the log at once. */
const PAGE_SIZE = 500;
/** A client that accepts nothing for this long is disconnected. */
const MAX_WAIT_MS = 60_000;

type SubscriberState = SubscriberOptions & {
  readonly receiver: EventReceiver;
  readonly caller: () => User | undefined;
  readonly visibility: Visibility;
  readonly reach: number;
  /**
   * Entries up to here are from before the subscription. If the scope of the user changed in one of them, the client may
   * hold devices that are no longer visible, so one gap makes it read again. 0: a new client, which holds nothing.
   */
  awayUntil: number;
  /** `live`: gets entries as they are stored; `behind`: reads them from the log */
  phase: 'behind' | 'live' | 'ended';
  /** number of the last entry sent, or skipped because it is not visible */
  position: number;
  /** the number after which the client would resume */
  lastMark: number;
  /** devices that moved while the client was too slow; undefined if it is not behind for that reason */
  missedDeviceIds: Set<string> | undefined;
  /** port status changed while the client was away or behind, so all of it must be sent */
  isStatusMissed: boolean;
  /** start of the wait for a full receiver, monotonic */
  waitingSince: number | undefined;
  expiryCheckedAt: number;
};

/**
 * One client: a position in the log, and all visible entries after it in order. A client that reconnects or reads too
 * slowly is `behind`; memory then holds nothing for it but the ids of devices whose locations it misses.
 */
export function createSubscriber(options: SubscriberOptions, subscription: Subscription): Subscriber {
  const { receiver, caller, after, reach = Infinity } = subscription;
  const { store, devices } = options;
  const { state } = store;
  const subscriber: SubscriberState = {
    ...options,
    receiver,
    caller,
    visibility: createVisibility({ state, devices }),
    reach,
    awayUntil: after === 0 ? 0 : state.n,
    phase: 'behind',
    position: after ?? state.n,
    lastMark: -1,
    missedDeviceIds: undefined,
    isStatusMissed: after !== undefined,
    waitingSince: undefined,
  };
  return {
    start() {
      const user = currentUser(subscriber);
      if (user === undefined) return;
      subscriber.visibility.reset(user);
      runTask(subscriber, catchUp);
    },
    onEntries: (entries) => {
      onEntries(subscriber, entries);
    },
    onStatus: (type, subject) => {
      onStatus(subscriber, type, subject);
    },
    heartbeat: (expiries) => {
      sendHeartbeat(subscriber, expiries);
    },
    end: () => {
      end(subscriber);
    },
  };
}

function end(subscriber: SubscriberState): void {
  if (subscriber.phase === 'ended') return;
  subscriber.phase = 'ended';
  subscriber.receiver.end();
  subscriber.onEnd();
}

/** The user; ends the subscription if there is none. */
function currentUser(subscriber: SubscriberState): User | undefined {
  const user = subscriber.phase === 'ended' ? undefined : subscriber.caller();
  if (user === undefined) end(subscriber);
  return user;
}

function runTask(subscriber: SubscriberState, task: (subscriber: SubscriberState) => Promise<void>): void {
  task(subscriber).catch((error: unknown) => {
    subscriber.onError(error);
    end(subscriber);
  });
}

function onEntries(subscriber: SubscriberState, entries: readonly Entry[]): void {
  const user = currentUser(subscriber);
  if (user === undefined) return;
  for (const entry of entries) {
    if (subscriber.phase === 'live' && subscriber.receiver.isFull()) runTask(subscriber, fallBehind);
    if (isLive(subscriber)) sendEntry(subscriber, entry, user);
    else if (entry.kind === 'location') subscriber.missedDeviceIds?.add(entry.v.deviceId);
  }
}

function onStatus(subscriber: SubscriberState, type: StatusEvent['type'], subject: string): void {
  const user = currentUser(subscriber);
  if (user === undefined) return;
  if (subscriber.phase === 'live' && subscriber.receiver.isFull()) runTask(subscriber, fallBehind);
  if (!isLive(subscriber)) {
    subscriber.isStatusMissed = true;
    return;
  }
  const events = subscriber.statusOf(user).filter((event) => event.type === type && subjectOf(event) === subject);
  const isGone = type === 'uplink' && events.length === 0;
  for (const event of isGone ? removedUplink(user, subject) : events) send(subscriber, event);
}

function sendHeartbeat(subscriber: SubscriberState, expiries: ExpiryCheck): void {
  const { receiver, time, visibility, waitingSince } = subscriber;
  const user = currentUser(subscriber);
  if (user === undefined) return;
  if (waitingSince !== undefined && time.monotonic() - waitingSince >= MAX_WAIT_MS) end(subscriber);
  else if (!receiver.isDrained()) runTask(subscriber, drain);
  if (!isLive(subscriber) || receiver.isFull()) return;
  receiver.heartbeat();
  const changed = expiries.changedSince(subscriber.expiryCheckedAt);
  for (const event of visibility.deviceEvents(user, changed)) send(subscriber, event);
  subscriber.expiryCheckedAt = expiries.now;
  sendMark(subscriber);
}

/** A function, because the phase changes in calls that the compiler does not see. */
const isLive = ({ phase }: SubscriberState): boolean => phase === 'live';

function send(subscriber: SubscriberState, event: FeedEvent): void {
  subscriber.receiver.send(event);
  if (event.id !== undefined) subscriber.lastMark = event.id;
}

function sendEntry(subscriber: SubscriberState, entry: Entry, user: User): void {
  for (const event of subscriber.visibility.eventsOf(entry, user)) send(subscriber, event);
  subscriber.position = entry.n;
}

function sendMark(subscriber: SubscriberState): void {
  const { position, lastMark } = subscriber;
  if (position > lastMark) send(subscriber, { type: 'mark', id: position });
}

async function drain(subscriber: SubscriberState): Promise<void> {
  subscriber.waitingSince ??= subscriber.time.monotonic();
  await subscriber.receiver.drained();
  subscriber.waitingSince = undefined;
}

async function fallBehind(subscriber: SubscriberState): Promise<void> {
  subscriber.phase = 'behind';
  subscriber.missedDeviceIds = new Set();
  await drain(subscriber);
  await catchUp(subscriber);
}

/** Sends the log from `position` to its end; then the client is live. */
async function catchUp(subscriber: SubscriberState): Promise<void> {
  const { state } = subscriber.store;
  while (subscriber.position !== state.n) {
    if (subscriber.receiver.isFull()) await drain(subscriber);
    const isSkipped = subscriber.position > state.n || state.n - subscriber.position > subscriber.reach;
    // The newest state of many clients that reconnect at the same time takes long: requests are answered in between.
    if (isSkipped) await subscriber.exclusive(() => nextTurn());
    const page = isSkipped ? undefined : await nextPage(subscriber);
    const user = currentUser(subscriber);
    if (user === undefined) return;
    if (page === undefined) await sendGap(subscriber, user);
    else sendPage(subscriber, page, user);
  }
  const user = currentUser(subscriber);
  if (user === undefined) return;
  subscriber.phase = 'live';
  subscriber.missedDeviceIds = undefined;
  sendMark(subscriber);
  if (subscriber.isStatusMissed) for (const event of subscriber.statusOf(user)) send(subscriber, event);
  subscriber.isStatusMissed = false;
}

/** The next entries of the log, without the records of devices that the user does not see. */
async function nextPage(subscriber: SubscriberState): Promise<ArrivalsPage | undefined> {
  const { store, exclusive, position, visibility } = subscriber;
  const user = currentUser(subscriber);
  if (user === undefined) return undefined;
  const wants = (stream: string): boolean => {
    const record = recordStreamOf(stream);
    return record === undefined || visibility.isVisible(user, record.deviceId);
  };
  return exclusive(() =>
    store.history.readArrivals({ after: position, until: store.state.n, wants, limit: PAGE_SIZE }),
  );
}

/** Stops when the receiver is full: the rest of the page is read from the log again, not held in memory. */
function sendPage(subscriber: SubscriberState, { entries, to, gap }: ArrivalsPage, user: User): void {
  const isGapDue = (before: number): boolean => gap !== undefined && gap.from > subscriber.position && gap.to < before;
  const sendLoss = (): void => {
    if (gap === undefined) return;
    send(subscriber, { type: 'gap', data: gap });
    subscriber.position = gap.to;
  };
  for (const entry of entries) {
    if (isGapDue(entry.n)) sendLoss();
    if (subscriber.receiver.isFull()) return;
    if (entry.n <= subscriber.awayUntil && changesScope(entry, user)) {
      send(subscriber, { type: 'gap', data: { from: entry.n, to: entry.n } });
      // The client reads everything again, by its present scope, so one such gap is enough.
      subscriber.awayUntil = 0;
    }
    sendEntry(subscriber, entry, user);
  }
  if (isGapDue(to + 1)) sendLoss();
  subscriber.position = to;
}

/** Skips the entries up to now, reports the gap, and sends the last locations of the devices that may have moved. */
async function sendGap(subscriber: SubscriberState, user: User): Promise<void> {
  const { store, visibility, receiver, missedDeviceIds } = subscriber;
  const { state } = store;
  // A number that does not exist yet belongs to another history, so nothing that the client holds is certain.
  const from = subscriber.position > state.n ? 1 : subscriber.position + 1;
  const to = state.n;
  subscriber.position = to;
  const moved = [...(missedDeviceIds ?? state.devices.keys())];
  missedDeviceIds?.clear();
  visibility.reset(user);
  // Taken now: entries stored from now on are sent after them.
  const newest = moved.flatMap((deviceId): LocationEvent[] => {
    const location = state.lastLocations.get(deviceId);
    return location === undefined ? [] : [{ deviceId, location }];
  });
  send(subscriber, { type: 'gap', data: { from, to } });
  for (const data of newest) {
    if (receiver.isFull()) await drain(subscriber);
    const stillUser = currentUser(subscriber);
    if (stillUser === undefined) return;
    const { deviceId } = data;
    const isVisible =
      visibility.isVisible(stillUser, deviceId) && canSeeLast(stillUser, deviceId, 'location', state.inherited);
    if (isVisible) send(subscriber, { type: 'location', data });
  }
  send(subscriber, { type: 'mark', id: to });
}
