import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/timers.js';
import {
  MAX_SESSION_MINUTES,
  type Provisioning,
  type ProvisioningView,
  type UnitResult,
} from '../../schema/provisioning/provisioning.js';
import type { UnitRow } from '../../schema/provisioning/receipt.js';
import { createPortWorker, type PortWorker } from './port-worker.js';
import { createDialogueRunner, type DialogueRunner, type DialogueRunnerOptions } from './dialogue-runner.js';
import { createTrackerJobs, type TrackerJobsOptions } from './tracker-jobs.js';
import type { Ports } from '../../serial/port/ports.js';

/** What one technician has put into provisioning at one time: some ports, until it is over. */
export type ProvisioningSession = {
  readonly view: () => ProvisioningView;
  /** Resolves when what was under way has come to its end, and all ports are given back. */
  readonly finish: (reason: string) => Promise<void>;
  /** The same at once, to be gone on with after a restart. */
  readonly stop: () => Promise<void>;
};

export type ProvisioningSessionOptions = TrackerJobsOptions & {
  readonly ports: DialogueRunnerOptions['ports'] & Pick<Ports, 'statuses'>;
  readonly secrets: UnitRow;
  readonly timers: Timers;
  readonly random: () => number;
  readonly logger: Logger;
  /** hears that something is another now on the port at the path */
  readonly onChange: (path: string) => void;
  readonly onEnd: (reason: string) => void;
};

/** Of more results the last are shown; receipts are kept. */
const MAX_RESULTS = 500;

/** Begins at once on all ports, or on none: why one can not be had. */
export function createProvisioningSession(options: ProvisioningSessionOptions): Result<ProvisioningSession> {
  const { provisioning, capability, ports, secrets, clock, timers, random, logger, onChange, onEnd } = options;
  const { id, paths, once } = provisioning;
  const protocol = capability.protocol.name;
  const runners: { readonly path: string; readonly runner: DialogueRunner }[] = [];
  for (const path of paths) {
    const runner = createDialogueRunner({ ports, path, protocol, timers });
    if (!runner.ok) {
      for (const other of runners) other.runner.end();
      return runner;
    }
    runners.push({ path, runner: runner.value });
  }

  const jobs = createTrackerJobs(options);
  let results: readonly UnitResult[] = [];
  let ended: string | null = null;
  let reason = 'all ports are done';
  let cancelTimer = (): void => undefined;

  const boundDeviceOf = (path: string): string | null =>
    ports.statuses().find((port) => port.path === path)?.deviceId ?? null;

  const fixedBaudRateOf = ({ baudRates: [first = null, ...others] }: DialogueRunner): number | null =>
    others.length === 0 ? first : null;

  const workers: readonly PortWorker[] = runners.map(({ path, runner }) =>
    createPortWorker({
      provisioning: id,
      ...{ runner, capability, jobs, once, secrets, random, clock, timers, logger },
      port: { path, deviceId: boundDeviceOf(path), baudRate: fixedBaudRateOf(runner) },
      onChange() {
        onChange(path);
      },
      onResult(result) {
        results = [...results, result].slice(-MAX_RESULTS);
      },
    }),
  );
  const allDone = Promise.all(workers.map(({ done }) => done));

  function markEnded(): void {
    if (ended !== null) return;
    ended = reason;
    cancelTimer();
    onEnd(reason);
    for (const { path } of runners) onChange(path);
  }

  async function finish(why: string): Promise<void> {
    reason = why;
    for (const worker of workers) worker.finish();
    await allDone;
    markEnded();
  }

  // A clock that is put back does not make it longer.
  const remainingMs = Math.min(Date.parse(provisioning.until) - clock.now(), MAX_SESSION_MINUTES * 60_000);
  cancelTimer = timers.after(Math.max(0, remainingMs), () => {
    void finish('its time is over');
  });
  void allDone.then(markEnded);

  return success({
    view: () =>
      viewOf(provisioning, { ended, ports: workers.map(({ view }) => view()), results, unitsLeft: jobs.rowsLeft() }),
    finish,
    async stop() {
      cancelTimer();
      // It is not over: it goes on when the gateway is back.
      ended ??= 'the gateway stops';
      for (const worker of workers) worker.stop();
      await allDone;
    },
  });
}

type SessionProgress = Pick<ProvisioningView, 'ended' | 'ports' | 'unitsLeft'> & {
  readonly results: readonly UnitResult[];
};

const viewOf = (
  { id, by, at, until, template, undo, once }: Provisioning,
  progress: SessionProgress,
): ProvisioningView => ({
  ...{ id, by, at, until, template, undo, once },
  ...progress,
  results: [...progress.results],
});
