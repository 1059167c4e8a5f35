import type { Result } from '../../errors.js';
import { messageOf } from '../../errors.js';
import type { Dialogue, Step } from '../../protocols/provision.js';
import type { Lease } from '../../serial/port/lease.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/timers.js';
import type { DialogueResult } from './procedure.js';

/** A port on which dialogues are held, one at a time. */
export type DialogueRunner = {
  /** Takes the steps of a dialogue to its end, or to the loss of the port. */
  readonly run: <T>(dialogue: Dialogue<T>) => Promise<DialogueResult<T>>;
  /** The speeds at which its tracker may be. */
  readonly baudRates: readonly (number | null)[];
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  readonly isOpen: () => boolean;
  /** how often the port was opened since the start */
  readonly openCount: () => number;
  /** Resolves after so many ms, or as soon as the port is opened, or stops. */
  readonly pause: (ms: number) => Promise<void>;
  /** Ends a pause. */
  readonly wake: () => void;
  /** What is waited for is waited for no longer; nothing more is said. */
  readonly stop: () => void;
  /** The port is given back. */
  readonly end: () => void;
};

type StepEnding = 'answered' | 'silent' | 'lost';
type PendingStep = {
  readonly step: Step;
  readonly finish: (ending: StepEnding) => void;
  /** the protocol itself has failed */
  readonly fail: (error: unknown) => void;
};

export type DialogueRunnerOptions = {
  readonly ports: Pick<Ports, 'acquireLease'>;
  readonly path: string;
  readonly protocol: string;
  readonly timers: Timers;
};

export function createDialogueRunner({ ports, path, protocol, timers }: DialogueRunnerOptions): Result<DialogueRunner> {
  let stopped = false;
  let pending: PendingStep | undefined;
  let wake = (): void => undefined;

  const acquired = ports.acquireLease(path, protocol, {
    onOpen() {
      wake();
    },
    onData(chunk) {
      const present = pending;
      if (present === undefined) return;
      try {
        if (present.step.onData(chunk)) present.finish('answered');
      } catch (error) {
        present.fail(error);
      }
    },
    onClose() {
      if (pending?.step.expectsRestart !== true) pending?.finish('lost');
    },
  });
  if (!acquired.ok) return acquired;
  const lease: Lease = acquired.value;

  const lostResult = (how: string): DialogueResult<never> => ({
    ok: false,
    code: 'lost',
    message: `${path} was lost${how === '' ? '' : ` (${how})`}: put the plug back in`,
  });

  function endingOf(step: Step): Promise<StepEnding> {
    return new Promise((resolve, reject) => {
      const cancel = timers.after(step.timeoutMs, () => {
        finish('silent');
      });
      function over(): void {
        cancel();
        pending = undefined;
      }
      function finish(how: StepEnding): void {
        over();
        resolve(how);
      }
      function fail(error: unknown): void {
        over();
        reject(error instanceof Error ? error : new Error(messageOf(error)));
      }
      pending = { step, finish, fail };
    });
  }

  /** Why it could not be sent; undefined when it was. */
  async function send({ baudRate, send: bytes }: Step): Promise<string | undefined> {
    try {
      if (baudRate !== undefined) await lease.setBaudRate(baudRate);
      if (bytes !== undefined) await lease.write(bytes);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Why the port is lost; undefined when it is not. */
  async function performStep(step: Step): Promise<string | undefined> {
    if (!lease.isOpen() && step.expectsRestart !== true) return '';
    // Before it is sent: the answer may be there at once.
    const ended = endingOf(step);
    const sendError = await send(step);
    if (sendError !== undefined) pending?.finish('lost');
    return (await ended) === 'lost' ? (sendError ?? '') : undefined;
  }

  return {
    ok: true,
    value: {
      async run(dialogue) {
        for (;;) {
          if (stopped) return lostResult('the provisioning is over');
          const next = dialogue.next();
          if (next.done === true) return next.value;
          const why = await performStep(next.value);
          if (why !== undefined) return lostResult(why);
        }
      },
      baudRates: lease.baudRates,
      setBaudRate: lease.setBaudRate,
      isOpen: lease.isOpen,
      openCount: lease.openCount,
      pause: (ms) =>
        new Promise((resolve) => {
          const cancel = timers.after(ms, done);
          function done(): void {
            cancel();
            wake = () => undefined;
            resolve();
          }
          wake = done;
          if (stopped) done();
        }),
      wake() {
        wake();
      },
      stop() {
        stopped = true;
        pending?.finish('lost');
        wake();
      },
      end: lease.release,
    },
  };
}
