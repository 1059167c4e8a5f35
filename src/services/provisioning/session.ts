import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../serial/timers.js';
import {
  LONGEST_MINUTES,
  type Provisioning,
  type ProvisioningView,
  type UnitResult,
} from '../../schema/provisioning.js';
import type { Row } from '../../schema/receipt.js';
import { createBench, type Bench } from './bench.js';
import { createLine, type Line, type LineOptions } from './line.js';
import { createUnits, type UnitsOptions } from './units.js';
import type { Ports } from '../../serial/ports.js';

/** What one technician has put into provisioning at one time: some ports, until it is over. */
export type Session = {
  readonly view: () => ProvisioningView;
  /** Resolves when what was under way has come to its end, and all ports are given back. */
  readonly finish: (reason: string) => Promise<void>;
  /** The same at once, to be gone on with after a restart. */
  readonly stop: () => Promise<void>;
};

export type SessionOptions = UnitsOptions & {
  readonly ports: LineOptions['ports'] & Pick<Ports, 'statuses'>;
  readonly secrets: Row;
  readonly timers: Timers;
  readonly random: () => number;
  readonly logger: Logger;
  /** hears that something is another now on the port at the path */
  readonly onChange: (path: string) => void;
  readonly onEnd: (reason: string) => void;
};

/** Of more results the last are shown; receipts are kept. */
const MOST_RESULTS = 500;

/** Begins at once on all ports, or on none: why one can not be had. */
export function createSession(options: SessionOptions): Result<Session> {
  const { provisioning, capability, ports, secrets, clock, timers, random, logger, onChange, onEnd } = options;
  const { id, paths, once } = provisioning;
  const protocol = capability.protocol.name;
  const lines: { readonly path: string; readonly line: Line }[] = [];
  for (const path of paths) {
    const line = createLine({ ports, path, protocol, timers });
    if (!line.ok) {
      for (const other of lines) other.line.end();
      return line;
    }
    lines.push({ path, line: line.value });
  }

  const units = createUnits(options);
  let results: readonly UnitResult[] = [];
  let ended: string | null = null;
  let reason = 'all ports are done';
  let cancelTimer = (): void => undefined;

  const boundOf = (path: string): string | null =>
    ports.statuses().find((port) => port.path === path)?.deviceId ?? null;

  const fixedOf = ({ baudRates: [first = null, ...others] }: Line): number | null =>
    others.length === 0 ? first : null;

  const benches: readonly Bench[] = lines.map(({ path, line }) =>
    createBench({
      provisioning: id,
      ...{ line, capability, units, once, secrets, random, clock, timers, logger },
      port: { path, deviceId: boundOf(path), baudRate: fixedOf(line) },
      onChange() {
        onChange(path);
      },
      onResult(result) {
        results = [...results, result].slice(-MOST_RESULTS);
      },
    }),
  );
  const allDone = Promise.all(benches.map(({ done }) => done));

  function over(): void {
    if (ended !== null) return;
    ended = reason;
    cancelTimer();
    onEnd(reason);
    for (const { path } of lines) onChange(path);
  }

  async function finish(why: string): Promise<void> {
    reason = why;
    for (const bench of benches) bench.finish();
    await allDone;
    over();
  }

  // A clock that is put back does not make it longer.
  const left = Math.min(Date.parse(provisioning.until) - clock.now(), LONGEST_MINUTES * 60_000);
  cancelTimer = timers.after(Math.max(0, left), () => {
    void finish('its time is over');
  });
  void allDone.then(over);

  return success({
    view: () =>
      viewOf(provisioning, { ended, ports: benches.map(({ view }) => view()), results, unitsLeft: units.left() }),
    finish,
    async stop() {
      cancelTimer();
      // It is not over: it goes on when the gateway is back.
      ended ??= 'the gateway stops';
      for (const bench of benches) bench.stop();
      await allDone;
    },
  });
}

type Present = Pick<ProvisioningView, 'ended' | 'ports' | 'unitsLeft'> & { readonly results: readonly UnitResult[] };

const viewOf = ({ id, by, at, until, template, undo, once }: Provisioning, present: Present): ProvisioningView => ({
  ...{ id, by, at, until, template, undo, once },
  ...present,
  results: [...present.results],
});
