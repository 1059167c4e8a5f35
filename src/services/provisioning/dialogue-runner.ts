import { failure, messageOf, success, type Result } from '../../errors.js';
import type { Dialogue, ProvisioningCode, Step } from '../../protocols/provision.js';
import type { Lease } from '../../serial/port/lease.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/clock.js';

/** `lost`: the port was closed during the dialogue. */
export type DialogueResult<T> = Result<T, ProvisioningCode | 'lost'>;

/** Runs dialogues on a leased port, one at a time. */
export type DialogueRunner = {
  /** Executes the steps of a dialogue until it ends or the port is lost. */
  readonly run: <T>(dialogue: Dialogue<T>) => Promise<DialogueResult<T>>;
  /** The speeds that the tracker may use. */
  readonly baudRates: readonly (number | null)[];
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  readonly isOpen: () => boolean;
  /** how often the port was opened */
  readonly openCount: () => number;
  /** Resolves after `ms`, or as soon as the port is opened or the runner stops. */
  readonly pause: (ms: number) => Promise<void>;
  /** Ends a pause. */
  readonly wake: () => void;
  /** Ends the current step; nothing more is sent. */
  readonly stop: () => void;
  /** Releases the port. */
  readonly end: () => void;
};

type StepEnding = 'answered' | 'silent' | 'lost';
type PendingStep = {
  readonly step: Step;
  readonly finish: (ending: StepEnding) => void;
  /** the code of the protocol threw */
  readonly fail: (error: unknown) => void;
};

export type DialogueRunnerOptions = {
  readonly ports: Pick<Ports, 'acquireLease'>;
  readonly path: string;
  readonly protocol: string;
  readonly timers: Timers;
};

type DialogueRunnerState = {
  readonly path: string;
  readonly timers: Timers;
  stopped: boolean;
  pending: PendingStep | undefined;
  wake: () => void;
};

export function createDialogueRunner({ ports, path, protocol, timers }: DialogueRunnerOptions): Result<DialogueRunner> {
  const runner: DialogueRunnerState = { path, timers, stopped: false, pending: undefined, wake: () => undefined };
  const acquired = ports.acquireLease(path, protocol, {
    onOpen() {
      runner.wake();
    },
    onData(chunk) {
      onData(runner, chunk);
    },
    onClose() {
      if (runner.pending?.step.expectsRestart !== true) runner.pending?.finish('lost');
    },
  });
  if (!acquired.ok) return acquired;
  const lease = acquired.value;
  return success({
    run: (dialogue) => run(runner, lease, dialogue),
    baudRates: lease.baudRates,
    setBaudRate: lease.setBaudRate,
    isOpen: lease.isOpen,
    openCount: lease.openCount,
    pause: (ms) => pause(runner, ms),
    wake() {
      runner.wake();
    },
    stop() {
      runner.stopped = true;
      runner.pending?.finish('lost');
      runner.wake();
    },
    end: lease.release,
  });
}

function onData({ pending }: DialogueRunnerState, chunk: Uint8Array): void {
  if (pending === undefined) return;
  try {
    if (pending.step.onData(chunk)) pending.finish('answered');
  } catch (error) {
    pending.fail(error);
  }
}

async function run<T>(runner: DialogueRunnerState, lease: Lease, dialogue: Dialogue<T>): Promise<DialogueResult<T>> {
  for (;;) {
    if (runner.stopped) return lost(runner, 'provisioning has ended');
    const next = dialogue.next();
    if (next.done === true) return next.value;
    const why = await performStep(runner, lease, next.value);
    if (why !== undefined) return lost(runner, why);
  }
}

const lost = ({ path }: DialogueRunnerState, why: string): DialogueResult<never> =>
  failure('lost', `${path} was lost${why === '' ? '' : ` (${why})`}: plug the tracker in again`);

/** Returns why the port is lost; undefined: it is not. */
async function performStep(runner: DialogueRunnerState, lease: Lease, step: Step): Promise<string | undefined> {
  if (!lease.isOpen() && step.expectsRestart !== true) return '';
  // Before sending, because the reply may arrive at once.
  const ended = endingOf(runner, step);
  const sendError = await send(lease, step);
  if (sendError !== undefined) runner.pending?.finish('lost');
  return (await ended) === 'lost' ? (sendError ?? '') : undefined;
}

function endingOf(runner: DialogueRunnerState, step: Step): Promise<StepEnding> {
  return new Promise((resolve, reject) => {
    const cancel = runner.timers.after(step.timeoutMs, () => {
      finish('silent');
    });
    function clear(): void {
      cancel();
      runner.pending = undefined;
    }
    function finish(ending: StepEnding): void {
      clear();
      resolve(ending);
    }
    function fail(error: unknown): void {
      clear();
      reject(error instanceof Error ? error : new Error(messageOf(error)));
    }
    runner.pending = { step, finish, fail };
  });
}

/** Returns why it could not be sent; undefined: it was. */
async function send(lease: Lease, { baudRate, send: bytes }: Step): Promise<string | undefined> {
  try {
    if (baudRate !== undefined) await lease.setBaudRate(baudRate);
    if (bytes !== undefined) await lease.write(bytes);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const pause = (runner: DialogueRunnerState, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = runner.timers.after(ms, done);
    function done(): void {
      cancel();
      runner.wake = () => undefined;
      resolve();
    }
    runner.wake = done;
    if (runner.stopped) done();
  });
