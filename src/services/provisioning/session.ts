import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import {
  MAX_SESSION_MINUTES,
  type Provisioning,
  type ProvisioningView,
  type UnitResult,
} from '../../schema/provisioning/provisioning.js';
import type { UnitRow } from '../../schema/provisioning/receipt.js';
import type { Ports } from '../../serial/port/ports.js';
import type { ChangeCause, Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';
import type { Capability } from './capabilities.js';
import { createDevicePorts } from './device-ports.js';
import { createDialogueRunner, type DialogueRunner } from './dialogue-runner.js';
import { createPlanner, type Planner } from './planner.js';
import { createPortWorker, type PortWorker } from './port-worker.js';
import type { AllocatedNumbers } from './row-allocator.js';
import { createTrackerJob, type WorkerPort } from './tracker-job.js';
import { otherProtocolOn } from './wrong-protocol.js';

/** Ports that one user put into provisioning together, with a template or a receipt to undo. */
export type ProvisioningSession = {
  readonly view: () => ProvisioningView;
  /** Resolves when the current trackers are complete and all ports are released. */
  readonly finish: (reason: string, by?: ChangeCause) => Promise<void>;
  /** Releases the ports at once; the session continues after a restart. */
  readonly stop: () => Promise<void>;
};

export type ProvisioningSessionOptions = {
  readonly provisioning: Provisioning;
  /** the list of units, with its secrets; null: none */
  readonly rows: readonly UnitRow[] | null;
  /** passwords and keys of the trackers, by name */
  readonly secrets: UnitRow;
  readonly capability: Capability;
  /** those of the other protocols */
  readonly otherCapabilities: readonly Capability[];
  readonly numbers: AllocatedNumbers;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly ports: Pick<Ports, 'acquireLease' | 'statuses'>;
  readonly devices: Pick<Devices, 'upsert' | 'reserve' | 'release'>;
  /** the user who started the session as of now, or why they may no longer provision */
  readonly operator: () => Result<User>;
  /** the author of whatever the session stores */
  readonly by: ChangeCause;
  /** ms until a single tracker that does not reply has failed */
  readonly noAnswerMs: number;
  readonly time: Pick<Time, 'now'>;
  readonly timers: Timers;
  readonly random: () => number;
  readonly logger: Logger;
  /** called when the view of a port has changed */
  readonly onChange: (path: string) => void;
  readonly onEnd: (reason: string, by?: ChangeCause) => void;
};

type PortRunner = { readonly path: string; readonly runner: DialogueRunner };

type SessionState = {
  readonly options: ProvisioningSessionOptions;
  readonly planner: Planner;
  results: readonly UnitResult[];
  ended: string | null;
  reason: string;
  /** the user who ends it */
  endedBy: ChangeCause | undefined;
  cancelTimer: () => void;
};

/** Only the last results are shown; receipts keep them all. */
const MAX_RESULTS = 500;

/** Starts on all ports at once, or on none: then returns why one is not available. */
export function createProvisioningSession(options: ProvisioningSessionOptions): Result<ProvisioningSession> {
  const { provisioning, rows, capability, numbers, store, time, timers, ports } = options;
  // Before the lease, which reads each port as the protocol of the template.
  const statuses = ports.statuses();
  const leased = leasePorts(options);
  if (!leased.ok) return leased;
  const runners = leased.value;
  const session: SessionState = {
    options,
    planner: createPlanner({ provisioning, rows, capability, numbers, state: store.state }),
    results: [],
    ended: null,
    reason: 'all ports are done',
    endedBy: undefined,
    cancelTimer: () => undefined,
  };
  const workers = startWorkers(session, runners, statuses);
  const allDone = Promise.all(workers.map(({ done }) => done));

  async function finish(reason: string, by?: ChangeCause): Promise<void> {
    session.reason = reason;
    session.endedBy = by;
    for (const worker of workers) worker.finish();
    await allDone;
    markEnded(session);
  }

  // A clock that is set back does not extend the session.
  const remainingMs = Math.min(Date.parse(provisioning.until) - time.now(), MAX_SESSION_MINUTES * 60_000);
  session.cancelTimer = timers.after(Math.max(0, remainingMs), () => {
    void finish('time limit reached');
  });
  void allDone.then(() => {
    markEnded(session);
  });

  return success({
    view: () => viewOf(session, workers),
    finish,
    async stop() {
      session.cancelTimer();
      // Not an end: the session continues after the restart.
      session.ended ??= 'the gateway stops';
      for (const worker of workers) worker.stop();
      await allDone;
    },
  });
}

function leasePorts({ provisioning, capability, ports, timers }: ProvisioningSessionOptions): Result<PortRunner[]> {
  const protocol = capability.protocol.name;
  const runners: PortRunner[] = [];
  for (const path of provisioning.paths) {
    const runner = createDialogueRunner({ ports, path, protocol, timers });
    if (!runner.ok) {
      for (const other of runners) other.runner.end();
      return runner;
    }
    runners.push({ path, runner: runner.value });
  }
  return success(runners);
}

function startWorkers(
  session: SessionState,
  runners: readonly PortRunner[],
  statuses: ReturnType<Ports['statuses']>,
): PortWorker[] {
  const { options, planner } = session;
  const {
    provisioning,
    capability,
    otherCapabilities: others,
    secrets,
    noAnswerMs,
    store,
    devices,
    operator,
    by,
  } = options;
  const { time, timers, random, logger, onChange } = options;
  const devicePorts = createDevicePorts();
  return runners.map(({ path, runner }) => {
    const status = statuses.find((known) => known.path === path);
    const port: WorkerPort = { path, deviceId: status?.deviceId ?? null, baudRate: fixedBaudRateOf(runner) };
    const jobOptions = { provisioning, capability, planner, devicePorts, store, devices, time, operator, by };
    return createPortWorker({
      provisioning: provisioning.id,
      once: provisioning.once,
      dryRun: provisioning.dryRun === true,
      otherProtocol: otherProtocolOn(status, capability, time.now()),
      ...{ port, runner, capability, others, devicePorts, noAnswerMs, secrets, random, time, timers, logger },
      deviceNameOf(deviceId) {
        const { name = '' } = store.state.devices.get(deviceId) ?? {};
        return name === '' ? null : name;
      },
      createJob: ({ recheck }) => createTrackerJob({ ...jobOptions, port: { ...port, recheck } }),
      onChange() {
        onChange(path);
      },
      onResult(result) {
        session.results = [...session.results, result].slice(-MAX_RESULTS);
      },
    });
  });
}

const fixedBaudRateOf = ({ baudRates: [first = null, ...others] }: DialogueRunner): number | null =>
  others.length === 0 ? first : null;

function markEnded(session: SessionState): void {
  if (session.ended !== null) return;
  const { provisioning, onEnd, onChange } = session.options;
  session.ended = session.reason;
  session.cancelTimer();
  onEnd(session.reason, session.endedBy);
  for (const path of provisioning.paths) onChange(path);
}

function viewOf({ options, planner, ended, results }: SessionState, workers: readonly PortWorker[]): ProvisioningView {
  const { id, by, at, until, template, undo, once, dryRun } = options.provisioning;
  const ports = workers.map(({ view }) => view());
  return {
    ...{ id, by, at, until, template, undo, once },
    ...(dryRun === true && { dryRun }),
    ...{ ended, ports, results: [...results], unitsLeft: planner.rowsLeft() },
  };
}
