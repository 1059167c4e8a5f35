import { hashSeed } from '../../../src/simulator/prng.js';
import { createSimulation } from '../../../src/simulator/simulation.js';
import type { SimulationEvent } from '../../../src/simulator/simulated-tracker.js';
import { trackerKinds, type TrackerProtocol } from '../../../src/simulator/trackers/index.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createPlug, type Plug } from './socket.js';

/** The device on one socket: a tracker, or a receiver of several ships. */
export type Tracker = {
  readonly protocol: TrackerProtocol;
  readonly deviceIds: readonly string[];
  readonly plug: Plug;
};

/** The times of a device's measurements, and which of them the gateway acknowledged. */
type Account = Record<'made' | 'acknowledged' | 'refused' | 'dropped', Record<'location' | 'alert', string[]>>;

export type Fleet = {
  readonly trackers: readonly Tracker[];
  readonly accountOf: (deviceId: string) => Account;
  /** the position of the device in degrees; ms since 1970 */
  readonly positionAt: (deviceId: string, ms: number) => { readonly latitude: number; readonly longitude: number };
  /** Does everything that is due; the last measurements are before `until`, ms since 1970. */
  readonly advance: (until?: number) => void;
  /** number of records that are not acknowledged yet */
  readonly kept: () => number;
};

/** 16 sockets. Each AIS receiver receives three ships. */
const COUNTS: readonly (readonly [TrackerProtocol, number])[] = [
  ['wpt', 5],
  ['json', 5],
  ['nmea0183', 4],
  ['ais', 2],
];
const SHIPS_PER_RECEIVER = 3;
const INTERVAL_MS = 500;
const SHIP_INTERVAL_MS = 2_000;
const ALERT_INTERVAL_MS = 20_000;
const HARBOR = { latitude: 52.805, longitude: 5.62 } as const;

export function createFleet(seed: number): Fleet {
  const startAt = Math.ceil(Date.now() / 1000) * 1000;
  const accounts = new Map<string, Account>();
  const protocolOf = new Map<string, TrackerProtocol>();

  function accountOf(deviceId: string): Account {
    const account = accounts.get(deviceId);
    if (account === undefined) throw new Error(`${deviceId} is not in the fleet`);
    return account;
  }

  function onEvent(event: SimulationEvent): void {
    if (event.event === 'fault') return;
    accountOf(event.deviceId)[event.event === 'made' ? 'made' : event.outcome][event.record].push(event.dateTime);
  }

  function trackersOf(protocol: TrackerProtocol, count: number): Tracker[] {
    const { ids, sharesPort } = trackerKinds[protocol];
    const each = sharesPort ? SHIPS_PER_RECEIVER : 1;
    const idOf = (index: number): string => ids.nth(ids.prefix ?? protocol, index + 1);
    return Array.from({ length: count }, (_, n) => {
      const deviceIds = Array.from({ length: each }, (_nothing, index) => idOf(n * each + index));
      for (const deviceId of deviceIds) {
        accounts.set(deviceId, newAccount());
        protocolOf.set(deviceId, protocol);
      }
      return { protocol, deviceIds, plug: createPlug() };
    });
  }

  const kinds = COUNTS.map(([protocol, count]) => {
    const trackers = trackersOf(protocol, count);
    const kind = trackerKinds[protocol];
    const simulation = createSimulation({
      kind,
      assignments: trackers.map(({ plug, deviceIds }) => ({ line: plug, deviceIds })),
      seed,
      startAt,
      intervalMs: kind.sharesPort ? SHIP_INTERVAL_MS : INTERVAL_MS,
      ...(kind.isAcknowledged && { alertIntervalMs: ALERT_INTERVAL_MS }),
      now: () => performance.now(),
      onEvent,
    });
    return { trackers, simulation };
  });

  return {
    trackers: kinds.flatMap(({ trackers }) => trackers),
    accountOf,
    positionAt(deviceId, ms) {
      const around = protocolOf.get(deviceId) === 'ais' ? { around: HARBOR } : {};
      return createVehicle({ seed: hashSeed(seed, deviceId), ...around }).fixAt(ms);
    },
    advance(until) {
      const now = Math.max(Date.now(), startAt);
      for (const { simulation } of kinds) simulation.advance(now, until);
    },
    kept: () => kinds.reduce((sum, { simulation }) => sum + simulation.kept(), 0),
  };
}

const none = (): Record<'location' | 'alert', string[]> => ({ location: [], alert: [] });
const newAccount = (): Account => ({ made: none(), acknowledged: none(), refused: none(), dropped: none() });
