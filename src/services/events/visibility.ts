import { viewMessage, type Message } from '../../domain/messages/message.js';
import { canAdopt, canSee, canSeeEntry, hasPrivilege, isDisplay } from '../../domain/accounts/scope.js';
import { viewCommand } from '../../domain/commands/command.js';
import { viewAcknowledged, type AcknowledgedEntry } from '../../domain/records/alert.js';
import { viewUnknownDevice } from '../../domain/devices/unknown-device.js';
import type { Entry } from '../../schema/entry.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import { eventOf, type FeedEvent } from './feed-event.js';

export type VisibilityOptions = { readonly state: Store['state']; readonly devices: Pick<Devices, 'get'> };

/** What one client may see and has been sent. Judged by the state at the time of sending. */
export type Visibility = {
  readonly isVisible: (user: User, deviceId: string) => boolean;
  /** Treats everything that is visible now as known to the client. */
  readonly reset: (user: User) => void;
  /** The events that the entry causes for the client; the last event has the entry's number. */
  readonly eventsOf: (entry: Entry, user: User) => readonly FeedEvent[];
  /** The devices as they are now, those that are visible. */
  readonly deviceEvents: (user: User, deviceIds: readonly string[]) => readonly FeedEvent[];
};

type UnknownEntry = Extract<Entry, { kind: 'quarantined' | 'quarantine-removed' }>;

/** `command-message` is a message and a command. */
type MessageEntry = Extract<Entry, { kind: `message${string}` | 'command-message' }>;
type CommandEntry = Extract<Entry, { kind: `command${string}` }>;

const isMessageEntry = (entry: Entry): entry is MessageEntry =>
  entry.kind.startsWith('message') || entry.kind === 'command-message';
const isCommandEntry = (entry: Entry): entry is CommandEntry => entry.kind.startsWith('command');

const idOf = (entry: MessageEntry | CommandEntry): string => ('id' in entry.v ? entry.v.id : String(entry.n));

/** Does the entry change which devices the user may see? The state shows only which are visible now. */
export const changesScope = ({ kind, v }: Entry, user: User): boolean =>
  (kind === 'user' && v.id === user.id) || ((kind === 'group' || kind === 'group-removed') && v.id === user.group);

/** What a display receives: records, devices and zones, and groups because they change its scope. */
const DISPLAY_KINDS: ReadonlySet<Entry['kind']> = new Set([
  'location',
  'alert',
  'alert-acknowledged',
  'zone-visit',
  'zone',
  'zone-removed',
  'device',
  'device-removed',
  'group',
  'group-removed',
  'day',
]);

type MessageEvent = Extract<FeedEvent, { type: 'message' }>;

// A message never changes, a newer one takes its place, so all streams share the event.
const eventsWithCommands = new WeakMap<Message, MessageEvent>();
const eventsWithoutCommands = new WeakMap<Message, MessageEvent>();

/** The event of a message as it is after entry `n`. */
function messageEventOf(message: Message, n: number, canSeeCommands: boolean): MessageEvent {
  const cache = canSeeCommands ? eventsWithCommands : eventsWithoutCommands;
  const cached = cache.get(message);
  if (cached?.id === n) return cached;
  const data = { deviceId: message.deviceId, message: viewMessage(message, canSeeCommands) };
  const event: MessageEvent = { id: n, type: 'message', data };
  cache.set(message, event);
  return event;
}

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
    // A device that was never visible causes no event, not even when it is removed.
    else if (!visibleIds.delete(deviceId) && !canSee(user, deviceId, state.groups)) return [];
    return [deviceEvent(user, deviceId)];
  }

  /** One event when an unknown device appears, if it has not been replaced since, and one when it leaves the quarantine. */
  function unknownEvents({ n, kind, v }: UnknownEntry): FeedEvent[] {
    const deviceId = kind === 'quarantined' ? v.v.deviceId : v.id;
    const unknown = state.quarantine.devices.get(deviceId);
    if (kind === 'quarantined' && unknown?.since !== n) return [];
    const unknownDevice = kind === 'quarantined' && unknown !== undefined ? viewUnknownDevice(deviceId, unknown) : null;
    return [{ id: n, type: 'unknownDevice', data: { deviceId, unknownDevice } }];
  }

  /** None for a finished message that is no longer kept. */
  function messageEvents(entry: MessageEntry, user: User): FeedEvent[] {
    const message = state.outbox.get(idOf(entry)) ?? state.finishedMessages.get(idOf(entry));
    if (message === undefined || !canSeeEntry(user, message.deviceId, Number(message.id), state)) return [];
    const event = messageEventOf(message, entry.n, hasPrivilege(user, 'commands'));
    const [command] = message.isCommand === true ? commandEvents(entry, user) : [];
    return command === undefined ? [event] : [{ type: event.type, data: event.data }, command];
  }

  function commandEvents(entry: CommandEntry | MessageEntry, user: User): FeedEvent[] {
    const command = state.commands.get(idOf(entry)) ?? state.finishedCommands.get(idOf(entry));
    if (command === undefined || !hasPrivilege(user, 'commands')) return [];
    if (!canSeeEntry(user, command.deviceId, Number(command.id), state)) return [];
    return [{ id: entry.n, type: 'command', data: { deviceId: command.deviceId, command: viewCommand(command) } }];
  }

  function acknowledgedEvents(entry: AcknowledgedEntry, user: User): FeedEvent[] {
    const { deviceId, id } = entry.v;
    if (!state.devices.has(deviceId) || !canSeeEntry(user, deviceId, Number(id), state)) return [];
    const alert = viewAcknowledged(entry, state.restamps);
    return [{ id: entry.n, type: 'alert', data: { deviceId, alert } }];
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
      if (isDisplay(user) && !DISPLAY_KINDS.has(entry.kind)) return [];
      if (entry.kind === 'location' || entry.kind === 'alert') {
        const { deviceId } = entry.v;
        return state.devices.has(deviceId) && canSeeEntry(user, deviceId, entry.n, state) ? [eventOf(entry)] : [];
      }
      if (entry.kind === 'zone-visit') {
        const { deviceId } = entry.v;
        const sees = state.devices.has(deviceId) && canSeeEntry(user, deviceId, entry.n, state);
        return sees ? [{ id: entry.n, type: 'zone', data: entry.v }] : [];
      }
      if (entry.kind === 'zone' || entry.kind === 'zone-removed') return [zoneEvent(entry)];
      if (entry.kind === 'alert-acknowledged') return acknowledgedEvents(entry, user);
      if (entry.kind === 'quarantined' || entry.kind === 'quarantine-removed') {
        return canAdopt(user) ? unknownEvents(entry) : [];
      }
      if (entry.kind === 'device' || entry.kind === 'device-removed')
        return withEntryNumber(deviceChanged(user, entry.v.id), entry);
      if (isMessageEntry(entry)) return messageEvents(entry, user);
      if (isCommandEntry(entry)) return commandEvents(entry, user);
      if (entry.kind === 'day') return [{ id: entry.n, type: 'day', data: entry.v }];
      return changesScope(entry, user) ? withEntryNumber(scopeChanged(user), entry) : [];
    },
    deviceEvents: (user, deviceIds) => deviceIds.filter((id) => isVisible(user, id)).map((id) => deviceEvent(user, id)),
  };
}

/** Everybody sees all zones. */
const zoneEvent = ({ n, kind, v }: Extract<Entry, { kind: 'zone' | 'zone-removed' }>): FeedEvent => ({
  id: n,
  type: 'zoneChange',
  data: { zoneId: v.id, zone: kind === 'zone' ? v : null },
});

const withEntryNumber = (events: readonly FeedEvent[], { n }: Entry): FeedEvent[] =>
  events.map((event, index) => (index === events.length - 1 ? { ...event, id: n } : event));
