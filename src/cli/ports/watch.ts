import type { Clock } from '../../services/clock.js';
import type { Roots } from '../../serial/machine/roots.js';
import { timers } from '../../serial/timers.js';
import { watchDevices } from '../../serial/machine/watch.js';
import { heldBy, whatIs } from './describe.js';
import type { PortRow } from './row.js';

/** How often it is looked who holds a port: nothing tells. */
const holdersMs = 2_000;

type Change = {
  readonly time: string;
  readonly path: string;
  readonly change: 'appears' | 'vanishes' | 'held';
  readonly what: string;
};

type Parts = {
  readonly roots: Roots;
  readonly clock: Clock;
  readonly rowsNow: () => Promise<PortRow[]>;
  readonly tell: (change: Change) => void;
  readonly stopped: Promise<void>;
};

/** Tells each device that is there, comes, goes or changes its holder, until `stopped`. */
export async function watchPorts({ roots, clock, rowsNow, tell, stopped }: Parts): Promise<void> {
  let known = new Map<string, PortRow>();
  let working = Promise.resolve();
  let over = false;
  let cancel = (): void => undefined;

  async function compare(): Promise<void> {
    const rows = (await rowsNow()).filter(({ present }) => present);
    const time = new Date(clock.now()).toISOString();
    const next = new Map(rows.map((row) => [row.path, row]));
    for (const row of known.values()) {
      if (!next.has(row.path)) tell({ time, path: row.path, change: 'vanishes', what: whatIs(row) });
    }
    for (const row of rows) {
      const former = known.get(row.path);
      const name = row.lastingName === null ? '' : `, ${row.lastingName}`;
      if (former === undefined) tell({ time, path: row.path, change: 'appears', what: `${whatIs(row)}${name}` });
      const holder = heldBy(row);
      if (holder !== (former === undefined ? '-' : heldBy(former))) {
        tell({ time, path: row.path, change: 'held', what: holder === '-' ? 'by nobody' : `by ${holder}` });
      }
    }
    known = next;
  }

  function again(): void {
    cancel();
    working = working.then(compare).then(() => {
      cancel();
      if (!over) cancel = timers.after(holdersMs, again);
    });
  }

  const watch = watchDevices({ roots, onChange: again });
  await stopped;
  over = true;
  await watch.stop();
  await working;
  cancel();
}
