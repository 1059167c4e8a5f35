import { isExpired } from '../../domain/devices/license.js';
import { viewMessage } from '../../domain/messages/message.js';
import { canAdopt, canSee } from '../../domain/accounts/scope.js';
import { viewUnknownDevice } from '../../domain/devices/unknown-device.js';
import type { Entry } from '../../schema/entry.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import { eventOf, type FeedEvent } from './feed-event.js';

export type VisibilityOptions = { readonly state: Store['state']; readonly devices: Pick<Devices, 'get'> };

/** What of the gateway one reader has in sight, as he was told; by the state as it is when he is told. */
export type Visibility = {
  readonly isVisible: (user: User, deviceId: string) => boolean;
  /** From now on he knows of what he may see, without being told. */
  readonly reset: (user: User) => void;
  /** What he is to be told of an entry; the last event has its number. */
  readonly eventsOf: (entry: Entry, user: User) => readonly FeedEvent[];
  /** What became of devices by time alone, from `before` to `now` (ms since 1970). */
  readonly expiredSince: (user: User, before: number, now: number) => readonly FeedEvent[];
};

type UnknownEntry = Extract<Entry, { kind: 'quarantined' | 'quarantine-removed' }>;

type MessageEntry = Extract<Entry, { kind: `message${string}` }>;

const isMessageEntry = (entry: Entry): entry is MessageEntry => entry.kind.startsWith('message');

/** Does the entry change which devices the user may see? Only who was there can tell which those were. */
export const changesScope = ({ kind, v }: Entry, user: User): boolean =>
  (kind === 'user' && v.id === user.id) || ((kind === 'group' || kind === 'group-removed') && v.id === user.group);

export function createVisibility({ state, devices }: VisibilityOptions): Visibility {
  let visibleIds = new Set<string>();

  const isVisible = (user: User, deviceId: string): boolean =>
    state.devices.has(deviceId) && canSee(user, deviceId, state.groups);

  function deviceEvent(user: User, deviceId: string): FeedEvent {
    const device = devices.get(user, deviceId);
    return { type: 'device', data: { deviceId, device: device.ok ? device.value : null } };
  }

  function deviceChanged(user: User, deviceId: string): FeedEvent[] {
    if (isVisible(user, deviceId)) visibleIds.add(deviceId);
    // Nobody hears of a device that he never saw: not even that it is gone.
    else if (!visibleIds.delete(deviceId) && !canSee(user, deviceId, state.groups)) return [];
    return [deviceEvent(user, deviceId)];
  }

  /** An unknown device is told when it is first heard, as far as it is the same one still, and when it is none any more. */
  function unknownEvents({ n, kind, v }: UnknownEntry): FeedEvent[] {
    const deviceId = kind === 'quarantined' ? v.v.deviceId : v.id;
    const unknown = state.quarantine.devices.get(deviceId);
    if (kind === 'quarantined' && unknown?.since !== n) return [];
    const unknownDevice = kind === 'quarantined' && unknown !== undefined ? viewUnknownDevice(deviceId, unknown) : null;
    return [{ id: n, type: 'unknownDevice', data: { deviceId, unknownDevice } }];
  }

  /** One that is so old that it is not kept any more is not told either. */
  function messageEvents({ n, kind, v }: MessageEntry, user: User): FeedEvent[] {
    const id = kind === 'message' ? String(n) : v.id;
    const message = state.waiting.get(id) ?? state.settled.get(id);
    if (message === undefined || !canSee(user, message.deviceId, state.groups)) return [];
    return [{ id: n, type: 'message', data: { deviceId: message.deviceId, message: viewMessage(message) } }];
  }

  const scopeChanged = (user: User): FeedEvent[] =>
    [...state.devices.keys()]
      .filter((deviceId) => isVisible(user, deviceId) !== visibleIds.has(deviceId))
      .flatMap((deviceId) => deviceChanged(user, deviceId));

  return {
    isVisible,
    reset(user) {
      visibleIds = new Set([...state.devices.keys()].filter((deviceId) => isVisible(user, deviceId)));
    },
    eventsOf(entry, user) {
      if (entry.kind === 'location' || entry.kind === 'alert') {
        return isVisible(user, entry.v.deviceId) ? [eventOf(entry)] : [];
      }
      if (entry.kind === 'quarantined' || entry.kind === 'quarantine-removed') {
        return canAdopt(user) ? unknownEvents(entry) : [];
      }
      if (entry.kind === 'device' || entry.kind === 'device-removed')
        return withEntryNumber(deviceChanged(user, entry.v.id), entry);
      if (isMessageEntry(entry)) return messageEvents(entry, user);
      if (entry.kind === 'day') return [{ id: entry.n, type: 'day', data: entry.v }];
      return changesScope(entry, user) ? withEntryNumber(scopeChanged(user), entry) : [];
    },
    expiredSince: (user, before, now) =>
      [...state.devices.values()]
        .filter((device) => isExpired(device, before) !== isExpired(device, now) && isVisible(user, device.id))
        .map(({ id }) => deviceEvent(user, id)),
  };
}

const withEntryNumber = (events: readonly FeedEvent[], { n }: Entry): FeedEvent[] =>
  events.map((event, index) => (index === events.length - 1 ? { ...event, id: n } : event));
