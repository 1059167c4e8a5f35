import { messageOf, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { ProvisioningDriver, TrackerInfo } from '../../protocols/provision.js';
import type {
  ProvisioningPortView,
  ProvisioningStep,
  UnitOutcome,
  UnitResult,
} from '../../schema/provisioning/provisioning.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';
import { createBaudSearch, type BaudSearch } from './baud-search.js';
import type { Capability } from './capabilities.js';
import type { DialogueRunner } from './dialogue-runner.js';
import { procedure, type Effect, type ProcedureEnding, type FailureReason } from './procedure.js';
import type { DevicePorts, TrackerPort } from './device-ports.js';
import { identityOf, NO_TRACKER, type TrackerIdentity } from './tracker-identity.js';
import { askOthers, wrongProtocol } from './wrong-protocol.js';
import { GOOD_OUTCOMES, type TrackerJob, type TrackerJobEnd, type WorkerPort } from './tracker-job.js';

/** Sets up the trackers on one port, one after the other. */
export type PortWorker = {
  readonly view: () => ProvisioningPortView;
  /** Resolves when the port is released. */
  readonly done: Promise<void>;
  /** Completes the current tracker and starts no other. */
  readonly finish: () => void;
  /** Leaves the current tracker as it is: the store knows what has to be done with it. */
  readonly stop: () => void;
};

export type PortWorkerOptions = {
  /** id of the session */
  readonly provisioning: string;
  readonly port: WorkerPort;
  readonly runner: DialogueRunner;
  readonly capability: Capability;
  readonly createJob: (port: TrackerPort) => TrackerJob;
  /** the other protocols whose trackers can be asked who they are */
  readonly others: readonly Capability[];
  /** the protocol that the port has just decoded, if its trackers cannot get the template */
  readonly otherProtocol: string | undefined;
  /** of all ports of the session */
  readonly devicePorts: DevicePorts;
  /** ends after one tracker */
  readonly once: boolean;
  /** reads and compares only */
  readonly dryRun: boolean;
  /** ms until a single tracker (`once`) that does not reply has failed */
  readonly noAnswerMs: number;
  readonly secrets: Readonly<Record<string, string>>;
  /** name of a registered device; null: it has none */
  readonly deviceNameOf: (deviceId: string) => string | null;
  readonly random: () => number;
  readonly time: Pick<Time, 'now'>;
  readonly timers: Pick<Timers, 'now'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly onChange: () => void;
  readonly onResult: (result: UnitResult) => void;
};

/** How often the worker looks for another tracker. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
/** Others are asked at the first of this number of looks that found no tracker: each question takes time. */
const MISSES_PER_QUESTION = 4;

/** An ending that is no success. */
type FailedEnding = Required<Pick<ProcedureEnding, 'outcome' | 'reason'>>;

type SeenTracker = {
  readonly outcome: UnitOutcome;
  /** undefined: it was refused before its settings were planned */
  readonly deviceId: string | undefined;
  readonly openCount: number;
  wasAway: boolean;
};

type WorkerStatus = Pick<ProvisioningPortView, 'step' | 'message'>;

type PortWorkerState = {
  readonly options: PortWorkerOptions;
  readonly search: BaudSearch;
  readonly driver: ProvisioningDriver;
  isFinished: boolean;
  status: WorkerStatus;
  identity: TrackerIdentity;
  last: UnitResult | null;
  /** when the last tracker replied, or the worker started (ms, clock of `timers`) */
  waitingSince: number;
  /** the ending of a tracker that was lost midway and may come back */
  lostEnding: FailedEnding | undefined;
  /** trackers that were on the port, by hardware id */
  readonly seen: Map<string, SeenTracker>;
  readonly trackerPort: TrackerPort;
  /** looks in a row that found no tracker, on one opening of the port */
  misses: number;
  /** the tracker of another protocol that was reported already: its protocol and the opening of the port */
  wrongTracker: string | undefined;
  /** resolve when the next look for a tracker has ended */
  rechecks: (() => void)[];
};

export function createPortWorker(options: PortWorkerOptions): PortWorker {
  const { provisioning, port, runner, capability, secrets, random, timers } = options;
  const worker: PortWorkerState = {
    options,
    search: createBaudSearch(runner.baudRates),
    // One driver for all trackers: what it learns about one, like the password, may be right for the next.
    driver: capability.provision.open({ secrets, nonce: Math.floor(random() * 2 ** 32) }),
    isFinished: false,
    status: { step: 'waiting', message: null },
    identity: NO_TRACKER,
    last: null,
    waitingSince: timers.now(),
    lostEnding: undefined,
    seen: new Map(),
    trackerPort: { path: port.path, recheck: () => recheck(worker) },
    misses: 0,
    wrongTracker: undefined,
    rechecks: [],
  };
  return {
    view: () => ({ provisioning, path: port.path, ...worker.status, ...worker.identity, last: worker.last }),
    done: work(worker),
    finish() {
      worker.isFinished = true;
      runner.wake();
    },
    stop() {
      worker.isFinished = true;
      runner.stop();
    },
  };
}

async function work(worker: PortWorkerState): Promise<void> {
  const { runner } = worker.options;
  const isFinished = (): boolean => worker.isFinished;
  if (worker.options.otherProtocol !== undefined) onWrongTracker(worker, worker.options.otherProtocol);
  while (!isFinished()) {
    const { rechecks } = worker;
    worker.rechecks = [];
    await lookForTracker(worker);
    for (const resolve of rechecks) resolve();
    if (isFinished() || worker.rechecks.length > 0) continue;
    await runner.pause(runner.isOpen() && worker.search.isFound() ? POLL_MS : RETRY_MS);
  }
  runner.end();
  for (const resolve of worker.rechecks) resolve();
}

async function lookForTracker(worker: PortWorkerState): Promise<void> {
  const { runner, port, devicePorts } = worker.options;
  if (runner.isOpen()) return processTracker(worker);
  worker.misses = 0;
  devicePorts.leave(port.path);
  waitOrConclude(worker, worker.lostEnding ?? notOpen(port.path));
}

/** Whether the last tracker is still there; on a port that is finished, only unplugging the port itself is seen. */
function recheck(worker: PortWorkerState): Promise<void> {
  const { runner, port, devicePorts } = worker.options;
  if (!worker.isFinished) {
    return new Promise((resolve) => {
      worker.rechecks.push(resolve);
      runner.wake();
    });
  }
  const last = worker.seen.get(worker.identity.hardwareId ?? '');
  if (!runner.isOpen() || runner.openCount() !== last?.openCount) devicePorts.leave(port.path);
  return Promise.resolve();
}

const notOpen = (path: string): FailedEnding => ({
  outcome: 'failed',
  reason: { code: 'lost', message: `${path} is not open: plug the tracker in` },
});

async function processTracker(worker: PortWorkerState): Promise<void> {
  const { driver, search, options } = worker;
  const { port, runner, capability, createJob, dryRun, logger } = options;
  const rate = search.rate();
  if (rate !== null) await runner.setBaudRate(rate).catch(() => undefined);
  const job = createJob(worker.trackerPort);
  let tracker: TrackerInfo | undefined;
  const steps = procedure({ driver, settings: capability.provision.settings, dryRun });
  let result: unknown;
  try {
    for (;;) {
      const next = steps.next(result);
      if (next.done === true) {
        const end = job.end(next.value);
        if (tracker !== undefined) onProcedureEnd(worker, next.value, tracker, end);
        else if (next.value?.reason !== undefined) await onNoAnswer(worker, next.value.reason);
        return;
      }
      const effect = next.value;
      if (effect.do === 'show') {
        tracker = effect.unit ?? tracker;
        showStep(worker, effect.step, tracker);
      } else result = await performEffect(worker, job, effect);
    }
  } catch (error) {
    logger.error({ path: port.path, err: error }, 'provisioning failed');
    const reason = { code: 'internal', message: `internal error: ${messageOf(error)}` };
    const ending: ProcedureEnding = { outcome: 'interrupted', reason };
    conclude(worker, ending, job.end(ending).receipt);
  }
}

function performEffect(
  worker: PortWorkerState,
  job: TrackerJob,
  effect: Exclude<Effect, { do: 'show' }>,
): Promise<unknown> {
  switch (effect.do) {
    case 'run':
      return worker.options.runner.run(effect.dialogue);
    case 'plan':
      return isDone(worker, effect.unit) ? confirm(worker, effect.unit) : job.run(effect);
    case 'begin':
    case 'register':
    case 'restore':
      return job.run(effect);
  }
}

/** A tracker with a good outcome is not set up again; any other one is, after it was unplugged. */
function isDone({ seen, options }: PortWorkerState, { hardwareId }: TrackerInfo): boolean {
  const before = seen.get(hardwareId);
  if (before === undefined) return false;
  return GOOD_OUTCOMES.has(before.outcome) || (before.openCount === options.runner.openCount() && !before.wasAway);
}

/** A tracker that is set up conflicts with another one that was set up on another port while it was away. */
async function confirm(
  { seen, options, trackerPort }: PortWorkerState,
  { hardwareId }: TrackerInfo,
): Promise<Result<undefined>> {
  const { outcome, deviceId } = seen.get(hardwareId) ?? {};
  if (outcome === undefined || deviceId === undefined || !GOOD_OUTCOMES.has(outcome)) return success(undefined);
  const entered = await options.devicePorts.enter(deviceId, trackerPort);
  if (entered.ok) options.devicePorts.complete(trackerPort.path);
  return entered;
}

function updateStatus(worker: PortWorkerState, status: WorkerStatus): void {
  worker.status = status;
  worker.options.onChange();
}

/** The first steps are not shown: they repeat while no tracker is there, or a finished one is. */
function showStep(worker: PortWorkerState, step: ProvisioningStep, unit: TrackerInfo | undefined): void {
  if (step === 'identify' || step === 'license') return;
  if (unit !== undefined) worker.identity = identityOf(unit, worker.options);
  updateStatus(worker, { step, message: null });
}

function onProcedureEnd(
  worker: PortWorkerState,
  ending: ProcedureEnding | undefined,
  unit: TrackerInfo,
  { receipt, deviceId }: TrackerJobEnd,
): void {
  const { search, options } = worker;
  search.onAnswer();
  worker.misses = 0;
  worker.wrongTracker = undefined;
  worker.waitingSince = options.timers.now();
  if (ending === undefined) return;
  const { outcome, reason } = ending;
  worker.identity = identityOf(unit, options, GOOD_OUTCOMES.has(outcome) ? deviceId : undefined);
  if (reason?.code === 'lost' && (options.once || outcome === 'failed')) {
    worker.lostEnding = { outcome, reason };
    waitOrConclude(worker, worker.lostEnding);
    return;
  }
  worker.lostEnding = undefined;
  worker.seen.set(unit.hardwareId, { outcome, deviceId, openCount: options.runner.openCount(), wasAway: false });
  conclude(worker, ending, receipt);
}

async function onNoAnswer(worker: PortWorkerState, reason: FailureReason): Promise<void> {
  const { devicePorts, port, runner, others, random, timers } = worker.options;
  for (const tracker of worker.seen.values()) tracker.wasAway = true;
  devicePorts.leave(port.path);
  if (reason.code === 'no_answer' && worker.misses++ % MISSES_PER_QUESTION === 0) {
    const askedAt = timers.now();
    const otherProtocol = await askOthers(runner, others, random);
    // The search for a tracker of the template has its time, too.
    worker.waitingSince += timers.now() - askedAt;
    if (otherProtocol !== undefined) {
      onWrongTracker(worker, otherProtocol);
      return;
    }
    worker.wrongTracker = undefined;
  }
  const message = worker.search.onNoAnswer(reason.message);
  waitOrConclude(worker, { outcome: 'failed', reason: { ...reason, message } });
}

/** Reported once, until the port is opened again or nothing of that protocol arrives. The worker goes on looking. */
function onWrongTracker(worker: PortWorkerState, otherProtocol: string): void {
  const { runner, capability } = worker.options;
  const wrongTracker = `${otherProtocol} ${runner.openCount()}`;
  if (worker.wrongTracker === wrongTracker) return;
  worker.wrongTracker = wrongTracker;
  worker.identity = NO_TRACKER;
  conclude(worker, { outcome: 'failed', reason: wrongProtocol(otherProtocol, capability) }, null, otherProtocol);
}

/** With `once`, this is the ending if no tracker comes (back) in time. */
function waitOrConclude(worker: PortWorkerState, ending: FailedEnding): void {
  const { once, noAnswerMs, timers } = worker.options;
  if (once && timers.now() - worker.waitingSince >= noAnswerMs) conclude(worker, ending, null);
  else if (worker.status.step !== 'done') showWaiting(worker, ending.reason.message);
}

function showWaiting(worker: PortWorkerState, message: string): void {
  const { step, message: shown } = worker.status;
  if (step !== 'waiting' || shown !== message) updateStatus(worker, { step: 'waiting', message });
}

function conclude(
  worker: PortWorkerState,
  ending: ProcedureEnding,
  receipt: string | null,
  otherProtocol: string | null = null,
): void {
  const { outcome, reason, differences } = ending;
  const { port, once, time, logger, onResult } = worker.options;
  const result: UnitResult = {
    at: new Date(time.now()).toISOString(),
    port: port.path,
    ...worker.identity,
    outcome,
    code: reason?.code ?? null,
    message: reason?.message ?? null,
    heard: otherProtocol,
    receipt,
    ...(differences !== undefined && { differences: [...differences] }),
  };
  worker.last = result;
  logger.info({ ...result }, `tracker ${outcome}`);
  onResult(result);
  updateStatus(worker, { step: 'done', message: reason?.message ?? null });
  if (once) worker.isFinished = true;
}
