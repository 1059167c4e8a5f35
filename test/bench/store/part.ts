import { join } from 'node:path';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import { appendBare, appendLowdb, appendStore, WRITERS, type Appended, type Drive } from './append.js';
import { createDrive } from './drive-writers.js';
import { driveSqlite, loadSqlite } from './sqlite.js';

/**
 * Appends by 64 writers: the store, a bare loop that writes and syncs the same bytes in the same groups, stock lowdb with
 * as many records as it has taken, and SQLite. Bytes written to the disk are the kernel's count for this process.
 */

type Name = 'store' | 'bare' | 'lowdb' | 'sqlite';

const TITLES: Readonly<Record<Name, string>> = {
  store: 'the store, durable',
  bare: 'bare loop, durable',
  lowdb: 'stock lowdb, not durable',
  sqlite: 'better-sqlite3, WAL, synchronous=FULL, a transaction a group: durable',
};

async function measureRound(drive: Drive, sqlite: ReturnType<typeof loadSqlite>, isReversed: boolean) {
  return withFolder(async (folder) => {
    let lineBytes = 0;
    const store = async (): Promise<Appended> => {
      const { lineBytes: bytes, ...appended } = await appendStore(join(folder, 'store'), drive);
      lineBytes = bytes;
      return appended;
    };
    // The bare loop writes lines as long as those of the store, so that the store comes first.
    const round: Partial<Record<Name, Appended>> = { store: await store() };
    const others: Record<Exclude<Name, 'store'>, () => Promise<Appended | undefined>> = {
      bare: () => appendBare(folder, lineBytes, drive),
      lowdb: () => appendLowdb(folder, drive),
      sqlite: async () =>
        typeof sqlite === 'string' ? undefined : await driveSqlite(sqlite, join(folder, 'peer.db'), drive),
    };
    const names = Object.keys(others) as (keyof typeof others)[];
    for (const name of isReversed ? names.toReversed() : names) {
      const appended = await others[name]();
      if (appended !== undefined) round[name] = appended;
    }
    return round;
  });
}

function figuresOf(of: (name: Name, key: keyof Appended) => number[]): Figure[] {
  return [
    {
      figure: `appends by ${WRITERS} writers`,
      measured: median(of('store', 'perSecond')),
      unit: 'records/s',
      against: { name: 'bare loop', value: median(of('bare', 'perSecond')) },
      ratio: medianRatio(of('store', 'perSecond'), of('bare', 'perSecond')),
      goal: { atLeast: 0.6 },
    },
    {
      figure: 'CPU of an append',
      measured: median(of('store', 'cpuUs')),
      unit: 'µs',
      against: { name: 'bare loop', value: median(of('bare', 'cpuUs')) },
      ratio: medianRatio(of('store', 'cpuUs'), of('bare', 'cpuUs')),
    },
    {
      figure: 'bytes to the disk per byte of an entry',
      measured: median(of('store', 'amplification')),
      unit: 'bytes',
      goal: { atMost: 2.2 },
    },
  ];
}

async function run({ rounds, seconds, isTiny }: Settings): Promise<Report> {
  const drive = createDrive(WRITERS, seconds);
  const sqlite = isTiny ? 'not part of a tiny run' : loadSqlite();
  const measured = new Map<Name, Appended[]>();
  for (let round = 0; round < rounds; round += 1) {
    const appended = await measureRound(drive, sqlite, round % 2 === 1);
    for (const [name, one] of Object.entries(appended))
      measured.set(name as Name, [...(measured.get(name as Name) ?? []), one]);
  }
  const of = (name: Name, key: keyof Appended): number[] => (measured.get(name) ?? []).map((one) => one[key]);
  const keys = ['perSecond', 'p99Ms', 'cpuUs', 'amplification'] as const;
  const rows = [...measured.keys()].map((name) => [TITLES[name], ...keys.map((key) => digits(median(of(name, key))))]);
  const heads = ['store', 'records/s', 'p99 ms', 'µs CPU', 'bytes to disk / own'];
  const leftOut = typeof sqlite === 'string' ? [`better-sqlite3 is left out: ${sqlite}`] : [];
  return { figures: figuresOf(of), details: [markdownTable(heads, rows), ...leftOut] };
}

export const storePart: Part = { name: 'store', title: 'Store', run };
