import { realpath } from 'node:fs/promises';
import type { Timers } from '../../time/clock.js';
import { adviceFor, describeHolder } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';

/** Describes the other process that reads the device at an open path, with the fix; null if there is none. Never rejects. */
export type FindConflict = (path: string) => Promise<string | null>;

type ConflictFinderOptions = {
  /** scans all processes once for all paths */
  readonly findHoldersByPath: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>;
  readonly timers: Timers;
};

/** Collects the ports that open together into one scan; a port that is lost again at once is not worth one. */
const COALESCE_MS = 1_000;

/**
 * Finds ports that two programs read at once, each receiving a part of the bytes: not every program locks the port that
 * it reads (gpsd does not).
 */
export function createConflictFinder({ findHoldersByPath, timers }: ConflictFinderOptions): FindConflict {
  let requests = new Map<string, ((conflict: string | null) => void)[]>();

  async function resolveRequests(): Promise<void> {
    const batch = requests;
    requests = new Map();
    const noHolders: ReadonlyMap<string, readonly Holder[]> = new Map();
    const pseudo = await Promise.all([...batch.keys()].map(isPseudoTerminal));
    const paths = [...batch.keys()].filter((_path, index) => pseudo[index] === false);
    const found = paths.length === 0 ? noHolders : await findHoldersByPath(paths).catch(() => noHolders);
    for (const [path, resolves] of batch) {
      const [holder] = (found.get(path) ?? []).filter(({ sure }) => sure);
      const conflict = holder === undefined ? null : describeConflict(holder, path);
      for (const resolve of resolves) resolve(conflict);
    }
  }

  return (path) =>
    new Promise((resolve) => {
      if (requests.size === 0) timers.after(COALESCE_MS, () => void resolveRequests());
      requests.set(path, [...(requests.get(path) ?? []), resolve]);
    });
}

/** The program that created a pseudo-terminal also has it open, without reading it. */
const isPseudoTerminal = async (path: string): Promise<boolean> =>
  (await realpath(path).catch(() => path)).startsWith('/dev/pts/');

const describeConflict = (holder: Holder, path: string): string =>
  `${describeHolder(holder)} also reads this port, and each program receives a part of the data: ${adviceFor(holder, path)}`;
