import { hashSeed } from '../../../src/simulator/prng.js';
import { createSimulation } from '../../../src/simulator/simulation.js';
import type { SimulationEvent } from '../../../src/simulator/simulated-tracker.js';
import { trackerKinds, type TrackerProtocol } from '../../../src/simulator/trackers/index.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createPlug, type Plug } from './socket.js';

/** What is attached to one socket: a tracker, or a receiver that hears several ships. */
export type Tracker = {
  readonly protocol: TrackerProtocol;
  readonly deviceIds: readonly string[];
  readonly plug: Plug;
};

/** What a device has measured, and what of it the gateway has acknowledged: times, as it said them. */
export type Account = Record<'made' | 'acknowledged' | 'refused' | 'dropped', Record<'location' | 'alert', string[]>>;

export type Fleet = {
  readonly trackers: readonly Tracker[];
  readonly accountOf: (deviceId: string) => Account;
  /** degrees: where the device was then; ms since 1970 */
  readonly placeAt: (deviceId: string, ms: number) => { readonly latitude: number; readonly longitude: number };
  /** All is done that is due; the last measurements are those before `until`, ms since 1970. */
  readonly advance: (until?: number) => void;
  /** records that wait for their acknowledgement */
  readonly kept: () => number;
};

/** 16 sockets. Ships are heard three by three. */
const counts: readonly (readonly [TrackerProtocol, number])[] = [
  ['wpt', 5],
  ['json', 5],
  ['nmea0183', 4],
  ['ais', 2],
];
const shipsHeard = 3;
const intervalMs = 500;
const shipIntervalMs = 2_000;
const alertEveryMs = 20_000;
const harbour = { latitude: 52.805, longitude: 5.62 } as const;

export function createFleet(seed: number): Fleet {
  const startAt = Math.ceil(Date.now() / 1000) * 1000;
  const accounts = new Map<string, Account>();
  const protocolOf = new Map<string, TrackerProtocol>();

  function accountOf(deviceId: string): Account {
    const account = accounts.get(deviceId);
    if (account === undefined) throw new Error(`${deviceId} is none of the fleet`);
    return account;
  }

  function onEvent(told: SimulationEvent): void {
    if (told.event === 'fault') return;
    accountOf(told.deviceId)[told.event === 'made' ? 'made' : told.outcome][told.record].push(told.dateTime);
  }

  function trackersOf(protocol: TrackerProtocol, count: number): Tracker[] {
    const { ids, sharesPort } = trackerKinds[protocol];
    const each = sharesPort ? shipsHeard : 1;
    const idOf = (place: number): string => ids.nth(ids.prefix ?? protocol, place + 1);
    return Array.from({ length: count }, (_, n) => {
      const deviceIds = Array.from({ length: each }, (_nothing, place) => idOf(n * each + place));
      for (const deviceId of deviceIds) {
        accounts.set(deviceId, newAccount());
        protocolOf.set(deviceId, protocol);
      }
      return { protocol, deviceIds, plug: createPlug() };
    });
  }

  const kinds = counts.map(([protocol, count]) => {
    const trackers = trackersOf(protocol, count);
    const kind = trackerKinds[protocol];
    const simulation = createSimulation({
      kind,
      assignments: trackers.map(({ plug, deviceIds }) => ({ line: plug, deviceIds })),
      seed,
      startAt,
      intervalMs: kind.sharesPort ? shipIntervalMs : intervalMs,
      ...(kind.isAcknowledged && { alertIntervalMs: alertEveryMs }),
      now: () => performance.now(),
      onEvent,
    });
    return { trackers, simulation };
  });

  return {
    trackers: kinds.flatMap(({ trackers }) => trackers),
    accountOf,
    placeAt(deviceId, ms) {
      const around = protocolOf.get(deviceId) === 'ais' ? { around: harbour } : {};
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
