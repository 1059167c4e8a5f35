import { silentLogger } from '../../../src/logger.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { countersView } from '../../../src/serial/port/counters-view.js';
import type { ProvisioningPortView } from '../../../src/schema/provisioning/provisioning.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { User } from '../../../src/schema/accounts/user.js';
import type { PortListener } from '../../../src/serial/port/ports.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import type { FeedEvent } from '../../../src/services/events/feed-event.js';
import { createFeed } from '../../../src/services/events/feed.js';
import { statusEvents, visiblePorts } from '../../../src/services/events/status-events.js';
import type { EventReceiver } from '../../../src/services/events/subscriber.js';
import type { Store } from '../../../src/store/store.js';
import { valueOf } from '../../../src/errors.js';
import type { UplinkView } from '../../../src/schema/uplinks/uplink.js';
import { success } from '../../../src/errors.js';
import { refuseRestricted } from '../../../src/services/uplinks/uplink-definitions.js';
import { NO_REFUSALS } from './no-refusals.js';
import { createTestClock } from '../time/clock.js';
import { createTestTimers } from '../time/test-timers.js';
import { createTestTime } from '../time/test-time.js';
import { createTestEdits } from '../gateway/test-edits.js';

/** A receiver whose speed the test controls. */
function createTestReader() {
  const sent: FeedEvent[] = [];
  let full = false;
  let beats = 0;
  let over = false;
  let drained: (() => void)[] = [];
  const receiver: EventReceiver = {
    send: (event) => void sent.push(event),
    heartbeat: () => (beats += 1),
    isFull: () => full,
    isDrained: () => !full,
    drained: () => (full ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
    end: () => (over = true),
  };
  return {
    receiver,
    sent,
    beats: () => beats,
    isOver: () => over,
    jam: () => (full = true),
    drain: () => {
      full = false;
      for (const resolve of drained) resolve();
      drained = [];
    },
    /** the received events in short: `location bus@7`; cursor events as the number only */
    received: () => sent.map(inShort),
  };
}

function inShort(event: FeedEvent): string {
  const id = event.id === undefined ? '' : `@${event.id}`;
  switch (event.type) {
    case 'gap':
      return `gap ${event.data.from}-${event.data.to}${id}`;
    case 'provisioning':
      return `provisioning ${event.data.path} ${event.data.step}`;
    case 'port':
      return `port ${event.data.path} ${event.data.state}${id}`;
    case 'uplink':
      return `uplink ${event.data.name} ${event.data.uplink?.state ?? 'gone'}${id}`;
    case 'device':
      return `device ${event.data.deviceId} ${event.data.device?.state ?? 'gone'}${id}`;
    case 'unknownDevice':
      return `unknown ${event.data.deviceId} ${event.data.unknownDevice === null ? 'gone' : 'received'}${id}`;
    case 'day':
      return `day ${event.data.date}${id}`;
    case 'zone':
      return `zone ${event.data.deviceId} ${event.data.isInside ? 'in' : 'out'}${id}`;
    case 'zoneChange':
      return `zone ${event.data.zoneId} ${event.data.zone === null ? 'gone' : 'changed'}${id}`;
    case 'mark':
      return id;
    case 'location':
    case 'alert':
    case 'message':
    case 'command':
      return `${event.type} ${event.data.deviceId}${id}`;
  }
}

type Options = { maxSubscribers?: number };

/** A feed over `store` with ports, timers and users of the test. */
export function createTestFeed(store: Store, options: Options = {}) {
  const clock = createTestClock();
  const time = createTestTime(clock);
  const { timers, advance, waiting } = createTestTimers();
  const listeners = new Set<PortListener>();
  const statuses: PortStatus[] = [];
  const devices = createDevices({ store, time, licenses: () => 100, ...createTestEdits() });
  const ports = {
    statuses: () => statuses,
    unused: () => [],
    subscribe: (listener: PortListener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const activePorts: ProvisioningPortView[] = [];
  const benchListeners = new Set<PortListener>();
  const provisionings = {
    activePorts: () => activePorts,
    subscribe: (listener: PortListener) => {
      benchListeners.add(listener);
      return () => void benchListeners.delete(listener);
    },
  };
  const uplinkViews: UplinkView[] = [];
  const uplinkListeners = new Set<(name: string) => void>();
  const uplinks = {
    list: (user: User) => refuseRestricted(user) ?? success(uplinkViews),
    subscribe: (listener: (name: string) => void) => {
      uplinkListeners.add(listener);
      return () => void uplinkListeners.delete(listener);
    },
  };
  const statusOf = statusEvents({
    uplinks,
    portsOf: visiblePorts({ ports, devices }),
    provisionings,
  });
  const feed = createFeed({
    store,
    ports,
    provisionings,
    uplinks,
    devices,
    statusOf,
    time,
    timers,
    logger: silentLogger,
    refusals: NO_REFUSALS,
    ...options,
  });

  return {
    feed,
    clock,
    waiting,
    listeners,
    statuses,
    uplinkViews,
    changeUplink: (name: string) => {
      for (const listener of uplinkListeners) listener(name);
    },
    benches: activePorts,
    changeBench: (path: string) => {
      for (const listener of benchListeners) listener(path);
    },
    changePort: (path: string) => {
      for (const listener of listeners) listener(path);
    },
    /** advances the time by `ms` */
    pass: async (ms: number) => {
      clock.advance(ms);
      await advance(ms);
    },
    /** a receiver of the user in `state.users`, or of the given user */
    read: (user: User | (() => User | undefined), after?: number, reach?: number) => {
      const test = createTestReader();
      const caller = typeof user === 'function' ? user : () => user;
      const leave = valueOf(feed.subscribe({ receiver: test.receiver, caller, address: '10.0.0.1', after, reach }));
      return { ...test, leave };
    },
  };
}

export const portOf = (path: string, deviceId: string | null, state: PortStatus['state'] = 'open'): PortStatus => ({
  path,
  name: null,
  source: 'configuration',
  by: [],
  state,
  reason: null,
  reasonData: null,
  protocol: 'nmea0183',
  baudRate: 4_800,
  deviceId,
  counters: countersView(createCounters()),
  lastFrameAt: null,
  candidates: [],
});
