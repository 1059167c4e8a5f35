import { messageOf, success } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Unit } from '../../protocols/provision.js';
import type { Timers } from '../../serial/timers.js';
import type { BenchView, StepName, UnitResult } from '../../schema/provisioning.js';
import type { Outcome } from '../../schema/receipt.js';
import type { Clock } from '../clock.js';
import type { Capability } from './capabilities.js';
import type { Line } from './line.js';
import { createSearch } from './search.js';
import { procedure, type Ending, type Reason } from './procedure.js';
import type { BenchPort } from './held.js';
import type { Units } from './units.js';

/** One port in provisioning: what is on it is set up, then the next, until it is over. */
export type Bench = {
  readonly view: () => BenchView;
  /** Resolves when the port is given back. */
  readonly done: Promise<void>;
  /** What is under way is brought to its end, and nothing is begun. */
  readonly finish: () => void;
  /** What is under way is left as it is: it is known what has to be done with it. */
  readonly stop: () => void;
};

export type BenchOptions = {
  readonly provisioning: string;
  readonly port: BenchPort;
  readonly line: Line;
  readonly capability: Capability;
  readonly units: Units;
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
const lookMs = 5_000;
const missedMs = 1_000;
/** Of one tracker alone it is said after so long that it does not answer. */
const patienceMs = 30_000;

type Seen = { readonly outcome: Outcome; readonly opening: number; wasAway: boolean };
const good: ReadonlySet<Outcome> = new Set(['verified', 'unchanged', 'undone']);

type Shown = Pick<BenchView, 'step' | 'message' | 'hardwareId' | 'deviceId' | 'model' | 'firmware'>;
const nobody = { hardwareId: null, deviceId: null, model: null, firmware: null } as const;

export function createBench(options: BenchOptions): Bench {
  const { provisioning, port, line, capability, units, once, secrets, random, clock, timers, logger } = options;
  const { provision } = capability;
  const { path } = port;
  const search = createSearch(line.baudRates);
  // What it has learnt of one tracker, as a password that is obeyed, may be true of the next.
  const talk = provision.open({ secrets, nonce: Math.floor(random() * 2 ** 32) });
  let over = false;
  let shown: Shown = { step: 'waiting', message: null, ...nobody };
  let last: UnitResult | null = null;
  /** since when nobody is there, or nobody was yet */
  let since = timers.now();
  let cutOff: Required<Ending> | undefined;
  /** by hardware id: what became of those that were here */
  const seen = new Map<string, Seen>();

  function show(change: Partial<Shown>): void {
    shown = { ...shown, ...change };
    options.onChange();
  }

  const wait = (message: string): void => {
    if (shown.step !== 'waiting' || shown.message !== message) show({ step: 'waiting', message });
  };

  function conclude({ outcome, reason }: Ending, receipt: string | null): void {
    const { hardwareId, deviceId, model, firmware } = shown;
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
    show({ step: 'done', message: reason?.message ?? null });
    if (once) over = true;
  }

  /** Nobody who can be talked to. */
  function missed(reason: Reason): void {
    for (const one of seen.values()) one.wasAway = true;
    waitFor({ outcome: 'failed', reason: { ...reason, message: search.missed(reason.message) } });
  }

  /** That is how it ends if nobody comes; one that was cut off in the middle may come back. */
  function waitFor(ending: Required<Ending>): void {
    if (once && timers.now() - since >= patienceMs) conclude(ending, null);
    else if (shown.step !== 'done') wait(ending.reason.message);
  }

  /** What came to a good end is not begun again; what did not, when it comes again. */
  function isSettled({ hardwareId }: Unit): boolean {
    const before = seen.get(hardwareId);
    if (before === undefined) return false;
    return good.has(before.outcome) || (before.opening === line.openings() && !before.wasAway);
  }

  async function unit(): Promise<void> {
    const rate = search.rate();
    if (rate !== null) await line.setBaudRate(rate).catch(() => undefined);
    const held = units.take(port);
    let known: Unit | undefined;
    const steps = procedure({ talk, settings: provision.settings });
    let answer: unknown;
    try {
      for (;;) {
        const next = steps.next(answer);
        if (next.done === true) {
          settle(next.value, known, held.end(next.value));
          return;
        }
        const effect = next.value;
        switch (effect.do) {
          case 'tell':
            known = effect.unit ?? known;
            step(effect.step, known);
            break;
          case 'talk':
            answer = await line.run(effect.dialogue);
            break;
          case 'plan':
            answer = isSettled(effect.unit) ? success(undefined) : await held.perform(effect);
            break;
          case 'begin':
          case 'register':
          case 'restore':
            answer = await held.perform(effect);
        }
      }
    } catch (error) {
      logger.error({ path, err: error }, 'provisioning failed');
      const reason = { code: 'internal', message: `a fault of the gateway: ${messageOf(error)}` };
      const ending: Ending = { outcome: 'interrupted', reason };
      conclude(ending, held.end(ending));
    }
  }

  /** That it is looked for is not told while nothing is there, or what is there is done. */
  function step(name: StepName, unit: Unit | undefined): void {
    if (name === 'identify' || name === 'licence') return;
    show({ step: name, message: null, ...(unit && told(unit)) });
  }

  function settle(ending: Ending | undefined, unit: Unit | undefined, receipt: string | null): void {
    if (unit === undefined) {
      if (ending?.reason !== undefined) missed(ending.reason);
      return;
    }
    search.found();
    since = timers.now();
    if (ending === undefined) return;
    const { outcome, reason } = ending;
    shown = { ...shown, ...told(unit) };
    if (reason?.code === 'lost' && (once || outcome === 'failed')) {
      cutOff = { outcome, reason };
      waitFor(cutOff);
      return;
    }
    cutOff = undefined;
    seen.set(unit.hardwareId, { outcome: ending.outcome, opening: line.openings(), wasAway: false });
    conclude(ending, receipt);
  }

  const isOver = (): boolean => over;
  const closed: Required<Ending> = {
    outcome: 'failed',
    reason: { code: 'lost', message: `${path} is not open: plug the tracker in` },
  };

  async function work(): Promise<void> {
    while (!isOver()) {
      if (line.isOpen()) {
        await unit();
      } else waitFor(cutOff ?? closed);
      if (!isOver()) await line.pause(line.isOpen() && search.isOver() ? lookMs : missedMs);
    }
    line.end();
  }

  return {
    view: () => ({ provisioning, path, ...shown, last }),
    done: work(),
    finish() {
      over = true;
      line.wake();
    },
    stop() {
      over = true;
      line.stop();
    },
  };
}

const told = ({ hardwareId, deviceId, model, firmware }: Unit) => ({
  hardwareId,
  deviceId: deviceId ?? null,
  model,
  firmware,
});
