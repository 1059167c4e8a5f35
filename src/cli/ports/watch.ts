import { type Clock, timers } from '../../time/clock.js';
import type { SystemPaths } from '../../serial/linux/system-paths.js';
import { watchDevices } from '../../serial/linux/device-watcher.js';
import { holderNames, deviceLabel } from './describe.js';
import type { PortRow } from './row.js';

/** Holders are polled, because no event reports them. */
const HOLDERS_POLL_MS = 2_000;

type PortChange = {
  readonly time: string;
  readonly path: string;
  readonly change: 'appears' | 'vanishes' | 'held';
  readonly what: string;
};

type WatchPortsOptions = {
  readonly roots: SystemPaths;
  readonly clock: Clock;
  readonly readRows: () => Promise<PortRow[]>;
  readonly onChange: (change: PortChange) => void;
  readonly stopped: Promise<void>;
};

/** Reports each device that is present, appears, vanishes or changes its holder, until `stopped`. */
export async function watchPorts({ roots, clock, readRows, onChange, stopped }: WatchPortsOptions): Promise<void> {
  let known = new Map<string, PortRow>();
  let working = Promise.resolve();
  let isOver = false;
  let cancel = (): void => undefined;

  async function compare(): Promise<void> {
    const rows = (await readRows()).filter(({ present }) => present);
    const time = new Date(clock.now()).toISOString();
    const next = new Map(rows.map((row) => [row.path, row]));
    for (const row of known.values()) {
      if (!next.has(row.path)) onChange({ time, path: row.path, change: 'vanishes', what: deviceLabel(row) });
    }
    for (const row of rows) {
      const previous = known.get(row.path);
      const name = row.lastingName === null ? '' : `, ${row.lastingName}`;
      if (previous === undefined)
        onChange({ time, path: row.path, change: 'appears', what: `${deviceLabel(row)}${name}` });
      const holder = holderNames(row);
      if (holder !== (previous === undefined ? '-' : holderNames(previous))) {
        onChange({ time, path: row.path, change: 'held', what: holder === '-' ? 'by no program' : `by ${holder}` });
      }
    }
    known = next;
  }

  function schedule(): void {
    cancel();
    working = working.then(compare).then(() => {
      cancel();
      if (!isOver) cancel = timers.after(HOLDERS_POLL_MS, schedule);
    });
  }

  const watch = watchDevices({ systemPaths: roots, onChange: schedule });
  await stopped;
  isOver = true;
  await watch.stop();
  await working;
  cancel();
}
