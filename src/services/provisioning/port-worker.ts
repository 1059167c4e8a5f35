import { messageOf, success } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { TrackerInfo } from '../../protocols/provision.js';
import type { Timers } from '../../time/timers.js';
import type { ProvisioningPortView, ProvisioningStep, UnitResult } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningOutcome } from '../../schema/provisioning/receipt.js';
import type { Clock } from '../../time/clock.js';
import type { Capability } from './capabilities.js';
import type { DialogueRunner } from './dialogue-runner.js';
import { createBaudSearch } from './baud-search.js';
import { procedure, type ProcedureEnding, type FailureReason } from './procedure.js';
import type { WorkerPort } from './tracker-job.js';
import type { TrackerJobs } from './tracker-jobs.js';

/** One port in provisioning: what is on it is set up, then the next, until it is over. */
export type PortWorker = {
  readonly view: () => ProvisioningPortView;
  /** Resolves when the port is given back. */
  readonly done: Promise<void>;
  /** What is under way is brought to its end, and nothing is begun. */
  readonly finish: () => void;
  /** What is under way is left as it is: it is known what has to be done with it. */
  readonly stop: () => void;
};

export type PortWorkerOptions = {
  readonly provisioning: string;
  readonly port: WorkerPort;
  readonly runner: DialogueRunner;
  readonly capability: Capability;
  readonly jobs: TrackerJobs;
  /** one tracker, and it is over */
  readonly once: boolean;
  readonly secrets: Readonly<Record<string, string>>;
  readonly random: () => number;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Pick<Timers, 'now'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly onChange: () => void;
  readonly onResult: (result: UnitResult) => void;
};

/** How often it is looked whether another tracker is there. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
/** Of one tracker alone it is said after so long that it does not answer. */
const TIMEOUT_MS = 30_000;

type SeenTracker = { readonly outcome: ProvisioningOutcome; readonly opening: number; wasAway: boolean };
const GOOD_OUTCOMES: ReadonlySet<ProvisioningOutcome> = new Set(['verified', 'unchanged', 'undone']);

type WorkerStatus = Pick<ProvisioningPortView, 'step' | 'message' | 'hardwareId' | 'deviceId' | 'model' | 'firmware'>;
const NO_TRACKER = { hardwareId: null, deviceId: null, model: null, firmware: null } as const;

export function createPortWorker(options: PortWorkerOptions): PortWorker {
  const { provisioning, port, runner, capability, jobs, once, secrets, random, clock, timers, logger } = options;
  const { provision } = capability;
  const { path } = port;
  const search = createBaudSearch(runner.baudRates);
  // What it has learnt of one tracker, as a password that is obeyed, may be true of the next.
  const driver = provision.open({ secrets, nonce: Math.floor(random() * 2 ** 32) });
  let isFinished = false;
  let status: WorkerStatus = { step: 'waiting', message: null, ...NO_TRACKER };
  let last: UnitResult | null = null;
  /** since when nobody is there, or nobody was yet */
  let waitingSince = timers.now();
  let lostEnding: Required<ProcedureEnding> | undefined;
  /** by hardware id: what became of those that were here */
  const seen = new Map<string, SeenTracker>();

  function updateStatus(change: Partial<WorkerStatus>): void {
    status = { ...status, ...change };
    options.onChange();
  }

  const showWaiting = (message: string): void => {
    if (status.step !== 'waiting' || status.message !== message) updateStatus({ step: 'waiting', message });
  };

  function conclude({ outcome, reason }: ProcedureEnding, receipt: string | null): void {
    const { hardwareId, deviceId, model, firmware } = status;
    last = {
      at: new Date(clock.now()).toISOString(),
      port: path,
      ...{ hardwareId, deviceId, model, firmware },
      outcome,
      code: reason?.code ?? null,
      message: reason?.message ?? null,
      receipt,
    };
    logger.info({ ...last }, `tracker ${outcome}`);
    options.onResult(last);
    updateStatus({ step: 'done', message: reason?.message ?? null });
    if (once) isFinished = true;
  }

  /** Nobody who can be talked to. */
  function onNoAnswer(reason: FailureReason): void {
    for (const one of seen.values()) one.wasAway = true;
    waitOrConclude({ outcome: 'failed', reason: { ...reason, message: search.onNoAnswer(reason.message) } });
  }

  /** That is how it ends if nobody comes; one that was cut off in the middle may come back. */
  function waitOrConclude(ending: Required<ProcedureEnding>): void {
    if (once && timers.now() - waitingSince >= TIMEOUT_MS) conclude(ending, null);
    else if (status.step !== 'done') showWaiting(ending.reason.message);
  }

  /** What came to a good end is not begun again; what did not, when it comes again. */
  function isDone({ hardwareId }: TrackerInfo): boolean {
    const before = seen.get(hardwareId);
    if (before === undefined) return false;
    return GOOD_OUTCOMES.has(before.outcome) || (before.opening === runner.openCount() && !before.wasAway);
  }

  async function processTracker(): Promise<void> {
    const rate = search.rate();
    if (rate !== null) await runner.setBaudRate(rate).catch(() => undefined);
    const job = jobs.createJob(port);
    let tracker: TrackerInfo | undefined;
    const steps = procedure({ driver, settings: provision.settings });
    let answer: unknown;
    try {
      for (;;) {
        const next = steps.next(answer);
        if (next.done === true) {
          onProcedureEnd(next.value, tracker, job.end(next.value));
          return;
        }
        const effect = next.value;
        switch (effect.do) {
          case 'tell':
            tracker = effect.unit ?? tracker;
            showStep(effect.step, tracker);
            break;
          case 'talk':
            answer = await runner.run(effect.dialogue);
            break;
          case 'plan':
            answer = isDone(effect.unit) ? success(undefined) : await job.run(effect);
            break;
          case 'begin':
          case 'register':
          case 'restore':
            answer = await job.run(effect);
        }
      }
    } catch (error) {
      logger.error({ path, err: error }, 'provisioning failed');
      const reason = { code: 'internal', message: `a fault of the gateway: ${messageOf(error)}` };
      const ending: ProcedureEnding = { outcome: 'interrupted', reason };
      conclude(ending, job.end(ending));
    }
  }

  /** That it is looked for is not told while nothing is there, or what is there is done. */
  function showStep(name: ProvisioningStep, unit: TrackerInfo | undefined): void {
    if (name === 'identify' || name === 'license') return;
    updateStatus({ step: name, message: null, ...(unit && trackerFields(unit)) });
  }

  function onProcedureEnd(
    ending: ProcedureEnding | undefined,
    unit: TrackerInfo | undefined,
    receipt: string | null,
  ): void {
    if (unit === undefined) {
      if (ending?.reason !== undefined) onNoAnswer(ending.reason);
      return;
    }
    search.onAnswer();
    waitingSince = timers.now();
    if (ending === undefined) return;
    const { outcome, reason } = ending;
    status = { ...status, ...trackerFields(unit) };
    if (reason?.code === 'lost' && (once || outcome === 'failed')) {
      lostEnding = { outcome, reason };
      waitOrConclude(lostEnding);
      return;
    }
    lostEnding = undefined;
    seen.set(unit.hardwareId, { outcome: ending.outcome, opening: runner.openCount(), wasAway: false });
    conclude(ending, receipt);
  }

  const isOver = (): boolean => isFinished;
  const NOT_OPEN: Required<ProcedureEnding> = {
    outcome: 'failed',
    reason: { code: 'lost', message: `${path} is not open: plug the tracker in` },
  };

  async function work(): Promise<void> {
    while (!isOver()) {
      if (runner.isOpen()) {
        await processTracker();
      } else waitOrConclude(lostEnding ?? NOT_OPEN);
      if (!isOver()) await runner.pause(runner.isOpen() && search.isFound() ? POLL_MS : RETRY_MS);
    }
    runner.end();
  }

  return {
    view: () => ({ provisioning, path, ...status, last }),
    done: work(),
    finish() {
      isFinished = true;
      runner.wake();
    },
    stop() {
      isFinished = true;
      runner.stop();
    },
  };
}

const trackerFields = ({ hardwareId, deviceId, model, firmware }: TrackerInfo) => ({
  hardwareId,
  deviceId: deviceId ?? null,
  model,
  firmware,
});
