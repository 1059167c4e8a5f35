import { hashSeed } from './prng.js';
import { phaseOf, type Faults } from './faults/index.js';
import { isWithin } from './faults/windows.js';
import type { SimulatedLine } from './ports/simulated-line.js';
import { createBoundedWriter } from './ports/bounded-writer.js';
import { createSimulatedTracker, type SimulationEvent, type SimulatedTracker } from './simulated-tracker.js';
import { countEvent, newCounters, type SimulationCounters } from './counters.js';
import type { TrackerContext, ProvisioningFault, TrackerKind } from './trackers/tracker.js';
import { createVehicle } from './vehicle.js';

/** A line and who is on it. */
export type PortAssignment = {
  readonly line: SimulatedLine & {
    readonly unplug?: () => void;
    readonly replug?: () => void;
    readonly setBaudRate?: (baudRate: number) => void;
  };
  readonly deviceIds: readonly string[];
};

export type SimulationOptions = {
  readonly kind: TrackerKind;
  readonly assignments: readonly PortAssignment[];
  readonly seed: number;
  readonly faults?: Faults;
  /** ms since 1970: the first reports */
  readonly startAt: number;
  /** ms from one report to the next */
  readonly intervalMs: number;
  /** ms from one alert to the next */
  readonly alertIntervalMs?: number;
  /** what a tracker gets wrong when it is set up */
  readonly provisioningFaultOf?: (deviceId: string) => ProvisioningFault | undefined;
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
  readonly counters: () => readonly (SimulationCounters & { readonly kept: number })[];
};

/** A line, who is on it, and since when nobody is: `backAt` is when it comes back by itself, 0 when it is not gone. */
type SimulatedPort = Pick<PortAssignment, 'line'> & {
  trackers: readonly {
    readonly counters: SimulationCounters;
    readonly emit: (event: SimulationEvent) => void;
    readonly tracker: SimulatedTracker;
  }[];
  readonly phase: number;
  isUnplugged: boolean;
  backAt: number;
};

/** Trackers of one kind, each in a vehicle of its own, on their lines. */
export function createSimulation(options: SimulationOptions): Simulation {
  const { assignments, seed, faults = {}, startAt, onError = () => undefined, onEvent } = options;
  const ports = assignments.map((assignment) => attach(assignment));

  function attach({ line, deviceIds }: PortAssignment) {
    const send = createBoundedWriter(line, onError);
    const port: SimulatedPort = {
      line,
      trackers: [],
      phase: phaseOf('unplug', seed, deviceIds[0] ?? ''),
      isUnplugged: false,
      backAt: 0,
    };
    port.trackers = deviceIds.map((deviceId) => {
      const counters = newCounters(deviceId);
      const emit = (event: SimulationEvent): void => {
        countEvent(counters, event);
        onEvent?.(event);
      };
      return { counters, emit, tracker: createTracker(deviceId, send, emit, portControls(port)) };
    });
    line.onData((bytes) => {
      for (const { tracker } of port.trackers) tracker.onData(bytes);
    });
    return port;
  }

  /** What a tracker may do to its line. */
  function portControls(port: SimulatedPort): Pick<TrackerContext, 'setBaudRate' | 'disconnect'> {
    const { unplug, setBaudRate } = port.line;
    return {
      ...(setBaudRate && { setBaudRate }),
      ...(unplug && {
        disconnect(ms) {
          port.backAt = options.now() + ms;
          unplug();
        },
      }),
    };
  }

  function replugWhenDue(port: SimulatedPort): void {
    if (port.backAt === 0 || options.now() < port.backAt) return;
    port.backAt = 0;
    if (!port.isUnplugged) port.line.replug?.();
  }

  function createTracker(
    deviceId: string,
    send: (bytes: Uint8Array) => boolean,
    onEvent: (event: SimulationEvent) => void,
    controls: Pick<TrackerContext, 'setBaudRate' | 'disconnect'>,
  ): SimulatedTracker {
    const provisioningFault = options.provisioningFaultOf?.(deviceId);
    const vehicle = createVehicle({ seed: hashSeed(seed, deviceId), ...areaOf(options.kind) });
    const at = (): string => new Date(latest).toISOString();
    return createSimulatedTracker({
      ...options,
      ...controls,
      ...(provisioningFault && { provisioningFault }),
      deviceId,
      vehicle,
      faults,
      onEvent,
      write(bytes) {
        if (!send(bytes)) onEvent({ deviceId, event: 'fault', fault: 'overrun', at: at() });
      },
    });
  }

  let latest = startAt;

  function applyUnplug(port: SimulatedPort, at: number): void {
    if (faults.unplug === undefined) return;
    const isUnplugged = isWithin(faults.unplug, port.phase, at - startAt);
    if (isUnplugged === port.isUnplugged) return;
    port.isUnplugged = isUnplugged;
    if (!isUnplugged) {
      port.line.replug?.();
      return;
    }
    port.line.unplug?.();
    for (const { counters, emit } of port.trackers)
      emit({ deviceId: counters.deviceId, event: 'fault', fault: 'unplug', at: new Date(at).toISOString() });
  }

  return {
    advance(at, until) {
      latest = at;
      for (const port of ports) {
        applyUnplug(port, at);
        replugWhenDue(port);
        for (const { tracker } of port.trackers) {
          tracker.advance(at, until);
          tracker.tick();
        }
      }
    },
    restart() {
      for (const { tracker } of ports.flatMap(({ trackers }) => trackers)) tracker.restart();
    },
    kept: () => ports.flatMap(({ trackers }) => trackers).reduce((sum, { tracker }) => sum + tracker.kept(), 0),
    counters: () =>
      ports.flatMap(({ trackers }) => trackers).map(({ counters, tracker }) => ({ ...counters, kept: tracker.kept() })),
  };
}

/** Ships sail off the depot's harbour. */
const HARBOR = { latitude: 52.805, longitude: 5.62 } as const;
const areaOf = ({ sharesPort }: TrackerKind) => (sharesPort ? { around: HARBOR } : {});
