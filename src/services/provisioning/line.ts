import type { Result } from '../../errors.js';
import { messageOf } from '../../errors.js';
import type { Dialogue, Step } from '../../protocols/provision.js';
import type { Lease } from '../../serial/lease.js';
import type { Ports } from '../../serial/ports.js';
import type { Timers } from '../../serial/timers.js';
import type { Heard } from './procedure.js';

/** A port on which dialogues are held, one at a time. */
export type Line = {
  /** Takes the steps of a dialogue to its end, or to the loss of the port. */
  readonly run: <T>(dialogue: Dialogue<T>) => Promise<Heard<T>>;
  /** The speeds at which its tracker may be. */
  readonly baudRates: readonly (number | null)[];
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  readonly isOpen: () => boolean;
  /** how often it was opened since it is lent */
  readonly openings: () => number;
  /** Resolves after so many ms, or as soon as the port is opened, or stops. */
  readonly pause: (ms: number) => Promise<void>;
  /** Ends a pause. */
  readonly wake: () => void;
  /** What is waited for is waited for no longer; nothing more is said. */
  readonly stop: () => void;
  /** The port is given back. */
  readonly end: () => void;
};

type Ending = 'answered' | 'silent' | 'lost';
type Waiting = {
  readonly step: Step;
  readonly finish: (ending: Ending) => void;
  /** the protocol itself has failed */
  readonly fail: (error: unknown) => void;
};

export type LineOptions = {
  readonly ports: Pick<Ports, 'lend'>;
  readonly path: string;
  readonly protocol: string;
  readonly timers: Timers;
};

export function createLine({ ports, path, protocol, timers }: LineOptions): Result<Line> {
  let openings = 0;
  let stopped = false;
  let waiting: Waiting | undefined;
  let wake = (): void => undefined;

  const lent = ports.lend(path, protocol, {
    onOpen() {
      openings += 1;
      wake();
    },
    onData(chunk) {
      const present = waiting;
      if (present === undefined) return;
      try {
        if (present.step.hear(chunk)) present.finish('answered');
      } catch (error) {
        present.fail(error);
      }
    },
    onClose() {
      if (waiting?.step.restarts !== true) waiting?.finish('lost');
    },
  });
  if (!lent.ok) return lent;
  const lease: Lease = lent.value;

  const lost = (how: string): Heard<never> => ({
    ok: false,
    code: 'lost',
    message: `${path} was lost${how === '' ? '' : ` (${how})`}: put the plug back in`,
  });

  function ending(step: Step): Promise<Ending> {
    return new Promise((resolve, reject) => {
      const cancel = timers.after(step.withinMs, () => {
        finish('silent');
      });
      function over(): void {
        cancel();
        waiting = undefined;
      }
      function finish(how: Ending): void {
        over();
        resolve(how);
      }
      function fail(error: unknown): void {
        over();
        reject(error instanceof Error ? error : new Error(messageOf(error)));
      }
      waiting = { step, finish, fail };
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
  async function take(step: Step): Promise<string | undefined> {
    if (!lease.isOpen() && step.restarts !== true) return '';
    // Before it is sent: the answer may be there at once.
    const ended = ending(step);
    const unsent = await send(step);
    if (unsent !== undefined) waiting?.finish('lost');
    return (await ended) === 'lost' ? (unsent ?? '') : undefined;
  }

  return {
    ok: true,
    value: {
      async run(dialogue) {
        for (;;) {
          if (stopped) return lost('the provisioning is over');
          const next = dialogue.next();
          if (next.done === true) return next.value;
          const why = await take(next.value);
          if (why !== undefined) return lost(why);
        }
      },
      baudRates: lease.baudRates,
      setBaudRate: lease.setBaudRate,
      isOpen: lease.isOpen,
      openings: () => openings,
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
        waiting?.finish('lost');
        wake();
      },
      end: lease.end,
    },
  };
}
