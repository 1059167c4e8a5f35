import { hashSeed } from './prng.js';
import { phaseOf, type Faults } from './faults/index.js';
import { isWithin } from './faults/windows.js';
import type { SimulatedLine } from './ports/simulated-line.js';
import { createBoundedWriter } from './ports/bounded-writer.js';
import { createSimulatedTracker, type SimulationEvent, type SimulatedTracker } from './simulated-tracker.js';
import { countEvent, newCounters, type SimulationCounters } from './counters.js';
import type { UbxMessages } from './ubx/messages.js';
import type { TrackerContext, ProvisioningFault, TrackerKind } from './trackers/tracker.js';
import { createVehicle } from './vehicle.js';

/** A line and the ids of the trackers on it. */
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
  /** time of the first reports, ms since 1970 */
  readonly startAt: number;
  /** between two reports of a tracker */
  readonly intervalMs: number;
  /** between two alerts of a tracker; default: no alerts */
  readonly alertIntervalMs?: number;
  /** fault of a tracker when it is provisioned */
  readonly provisioningFaultOf?: (deviceId: string) => ProvisioningFault | undefined;
  /** what u-blox receivers send; default: NAV-PVT */
  readonly ubxMessages?: UbxMessages;
  /** TAIP receivers send their position only when they are asked */
  readonly onRequest?: boolean;
  /** ms, monotonic */
  readonly now: () => number;
  readonly onEvent?: (event: SimulationEvent) => void;
  /** called when a write to a line fails */
  readonly onError?: (error: unknown) => void;
};

export type Simulation = {
  /** Does everything that is due up to `at`, ms since 1970. Reports end before `until`. */
  readonly advance: (at: number, until?: number) => void;
  /** Turns the power of all trackers off and on. */
  readonly restart: () => void;
  /** number of unacknowledged records */
  readonly kept: () => number;
  readonly counters: () => readonly (SimulationCounters & { readonly kept: number })[];
};

type TrackerOnPort = {
  readonly counters: SimulationCounters;
  readonly emit: (event: SimulationEvent) => void;
  readonly tracker: SimulatedTracker;
};

type SimulatedPort = Pick<PortAssignment, 'line'> & {
  trackers: readonly TrackerOnPort[];
  readonly phase: number;
  isUnplugged: boolean;
  /** end of a disconnection by a tracker, ms, monotonic; 0 if connected */
  reconnectAt: number;
};

type SimulationState = {
  readonly options: SimulationOptions;
  readonly faults: Faults;
  /** simulated time, ms since 1970 */
  latest: number;
};

/** Trackers of one kind, each in its own vehicle, on their lines. */
export function createSimulation(options: SimulationOptions): Simulation {
  const state: SimulationState = { options, faults: options.faults ?? {}, latest: options.startAt };
  const ports = options.assignments.map((assignment) => attachPort(state, assignment));
  const trackers = ports.flatMap((port) => port.trackers);

  return {
    advance(at, until) {
      state.latest = at;
      for (const port of ports) {
        applyUnplug(state, port);
        reconnectWhenDue(state, port);
        for (const { tracker } of port.trackers) {
          tracker.advance(at, until);
          tracker.tick();
        }
      }
    },
    restart() {
      for (const { tracker } of trackers) tracker.restart();
    },
    kept: () => trackers.reduce((sum, { tracker }) => sum + tracker.kept(), 0),
    counters: () => trackers.map(({ counters, tracker }) => ({ ...counters, kept: tracker.kept() })),
  };
}

function attachPort(state: SimulationState, { line, deviceIds }: PortAssignment): SimulatedPort {
  const { seed, onError = () => undefined } = state.options;
  const send = createBoundedWriter(line, onError);
  const phase = phaseOf('unplug', seed, deviceIds[0] ?? '');
  const port: SimulatedPort = { line, trackers: [], phase, isUnplugged: false, reconnectAt: 0 };
  port.trackers = deviceIds.map((deviceId) => createTrackerOnPort(state, port, deviceId, send));
  line.onData((bytes) => {
    for (const { tracker } of port.trackers) tracker.onData(bytes);
  });
  line.onConnect?.(() => {
    for (const { tracker } of port.trackers) tracker.onConnect();
  });
  return port;
}

function createTrackerOnPort(
  state: SimulationState,
  port: SimulatedPort,
  deviceId: string,
  send: (bytes: Uint8Array) => boolean,
): TrackerOnPort {
  const { options, faults } = state;
  const counters = newCounters(deviceId);
  const emit = (event: SimulationEvent): void => {
    countEvent(counters, event);
    options.onEvent?.(event);
  };
  const provisioningFault = options.provisioningFaultOf?.(deviceId);
  const tracker = createSimulatedTracker({
    ...options,
    ...portControls(options, port),
    ...(port.line.isDatagram && { isDatagram: true }),
    ...(provisioningFault && { provisioningFault }),
    deviceId,
    vehicle: createVehicle({ seed: hashSeed(options.seed, deviceId), ...areaOf(options.kind) }),
    faults,
    onEvent: emit,
    write(bytes) {
      if (!send(bytes)) emit({ deviceId, event: 'fault', fault: 'overrun', at: new Date(state.latest).toISOString() });
    },
  });
  return { counters, emit, tracker };
}

/** What a tracker can do to its port. */
function portControls(
  { now }: SimulationOptions,
  port: SimulatedPort,
): Pick<TrackerContext, 'setBaudRate' | 'disconnect'> {
  const { unplug, setBaudRate } = port.line;
  return {
    ...(setBaudRate && { setBaudRate }),
    ...(unplug && {
      disconnect(ms) {
        port.reconnectAt = now() + ms;
        unplug();
      },
    }),
  };
}

function reconnectWhenDue({ options }: SimulationState, port: SimulatedPort): void {
  if (port.reconnectAt === 0 || options.now() < port.reconnectAt) return;
  port.reconnectAt = 0;
  if (!port.isUnplugged) port.line.replug?.();
}

function applyUnplug({ options, faults, latest }: SimulationState, port: SimulatedPort): void {
  if (faults.unplug === undefined) return;
  const isUnplugged = isWithin(faults.unplug, port.phase, latest - options.startAt);
  if (isUnplugged === port.isUnplugged) return;
  port.isUnplugged = isUnplugged;
  if (!isUnplugged) {
    port.line.replug?.();
    return;
  }
  port.line.unplug?.();
  const at = new Date(latest).toISOString();
  for (const { counters, emit } of port.trackers) {
    emit({ deviceId: counters.deviceId, event: 'fault', fault: 'unplug', at });
  }
}

/** Ships sail near the harbor of the depot. */
const HARBOR = { latitude: 52.805, longitude: 5.62 } as const;
const areaOf = ({ sharesPort }: TrackerKind) => (sharesPort ? { around: HARBOR } : {});
