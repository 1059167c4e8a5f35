import { seedOf } from './dice.js';
import { phaseOf, type Faults } from './faults/index.js';
import { isWithin } from './faults/windows.js';
import type { Line } from './line.js';
import { createSender } from './sender.js';
import { createStation, type SimulationEvent, type Station } from './station.js';
import { count, newTally, type Tally } from './tally.js';
import type { OnBoard, Trouble, TrackerKind } from './trackers/tracker.js';
import { createVehicle } from './vehicle.js';

/** A line and who is on it. */
export type Berth = {
  readonly line: Line & {
    readonly unplug?: () => void;
    readonly replug?: () => void;
    readonly setBaudRate?: (baudRate: number) => void;
  };
  readonly deviceIds: readonly string[];
};

export type SimulationOptions = {
  readonly kind: TrackerKind;
  readonly berths: readonly Berth[];
  readonly seed: number;
  readonly faults?: Faults;
  /** ms since 1970: the first reports */
  readonly begin: number;
  /** ms from one report to the next */
  readonly interval: number;
  /** ms from one alert to the next */
  readonly alertEvery?: number;
  /** what a tracker gets wrong when it is set up */
  readonly troubleOf?: (deviceId: string) => Trouble | undefined;
  /** ms, monotonic */
  readonly now: () => number;
  readonly onEvent?: (event: SimulationEvent) => void;
  /** a line that can not be written to any more */
  readonly onError?: (error: unknown) => void;
};

export type Simulation = {
  /** Everything that is due up to `at` is done, ms since 1970. The last reports are those before `until`. */
  readonly advance: (at: number, until?: number) => void;
  /** The power of all of them goes and comes back. */
  readonly restart: () => void;
  /** records that wait for their acknowledgement */
  readonly kept: () => number;
  readonly tallies: () => readonly (Tally & { readonly kept: number })[];
};

/** A line, who is on it, and since when nobody is: `backAt` is when it comes back by itself, 0 when it is not gone. */
type Place = Pick<Berth, 'line'> & {
  on: readonly { readonly tally: Tally; readonly tell: (event: SimulationEvent) => void; readonly station: Station }[];
  readonly phase: number;
  isUnplugged: boolean;
  backAt: number;
};

/** Trackers of one kind, each in a vehicle of its own, on their lines. */
export function createSimulation(options: SimulationOptions): Simulation {
  const { berths, seed, faults = {}, begin, onError = () => undefined, onEvent } = options;
  const everyone = berths.map((berth) => board(berth));

  function board({ line, deviceIds }: Berth) {
    const send = createSender(line, onError);
    const place: Place = {
      line,
      on: [],
      phase: phaseOf('unplug', seed, deviceIds[0] ?? ''),
      isUnplugged: false,
      backAt: 0,
    };
    place.on = deviceIds.map((deviceId) => {
      const tally = newTally(deviceId);
      const tell = (event: SimulationEvent): void => {
        count(tally, event);
        onEvent?.(event);
      };
      return { tally, tell, station: stationOf(deviceId, send, tell, wiresOf(place)) };
    });
    line.onData((bytes) => {
      for (const { station } of place.on) station.hear(bytes);
    });
    return place;
  }

  /** What a tracker may do to its line. */
  function wiresOf(place: Place): Pick<OnBoard, 'setBaudRate' | 'vanish'> {
    const { unplug, setBaudRate } = place.line;
    return {
      ...(setBaudRate && { setBaudRate }),
      ...(unplug && {
        vanish(ms) {
          place.backAt = options.now() + ms;
          unplug();
        },
      }),
    };
  }

  function comeBack(place: Place): void {
    if (place.backAt === 0 || options.now() < place.backAt) return;
    place.backAt = 0;
    if (!place.isUnplugged) place.line.replug?.();
  }

  function stationOf(
    deviceId: string,
    send: (bytes: Uint8Array) => boolean,
    onEvent: (event: SimulationEvent) => void,
    wires: Pick<OnBoard, 'setBaudRate' | 'vanish'>,
  ): Station {
    const trouble = options.troubleOf?.(deviceId);
    const vehicle = createVehicle({ seed: seedOf(seed, deviceId), ...around(options.kind) });
    const at = (): string => new Date(latest).toISOString();
    return createStation({
      ...options,
      ...wires,
      ...(trouble && { trouble }),
      deviceId,
      vehicle,
      faults,
      onEvent,
      write(bytes) {
        if (!send(bytes)) onEvent({ deviceId, event: 'fault', fault: 'overrun', at: at() });
      },
    });
  }

  let latest = begin;

  function plug(place: Place, at: number): void {
    if (faults.unplug === undefined) return;
    const isUnplugged = isWithin(faults.unplug, place.phase, at - begin);
    if (isUnplugged === place.isUnplugged) return;
    place.isUnplugged = isUnplugged;
    if (!isUnplugged) {
      place.line.replug?.();
      return;
    }
    place.line.unplug?.();
    for (const { tally, tell } of place.on)
      tell({ deviceId: tally.deviceId, event: 'fault', fault: 'unplug', at: new Date(at).toISOString() });
  }

  return {
    advance(at, until) {
      latest = at;
      for (const place of everyone) {
        plug(place, at);
        comeBack(place);
        for (const { station } of place.on) {
          station.advance(at, until);
          station.tick();
        }
      }
    },
    restart() {
      for (const { station } of everyone.flatMap(({ on }) => on)) station.restart();
    },
    kept: () => everyone.flatMap(({ on }) => on).reduce((sum, { station }) => sum + station.kept(), 0),
    tallies: () => everyone.flatMap(({ on }) => on).map(({ tally, station }) => ({ ...tally, kept: station.kept() })),
  };
}

/** Ships sail off the depot's harbour. */
const water = { latitude: 52.805, longitude: 5.62 } as const;
const around = ({ heardTogether }: TrackerKind) => (heardTogether ? { around: water } : {});
