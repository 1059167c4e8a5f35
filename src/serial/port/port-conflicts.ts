import { realpath } from 'node:fs/promises';
import { adviceFor, describeHolder } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';
import type { Timers } from '../../time/timers.js';

/** Says who else reads the device at a path that is open here, and what to do; null when it is nobody. Never rejects. */
export type FindConflict = (path: string) => Promise<string | null>;

type ConflictFinderOptions = {
  /** in one walk over all processes */
  readonly findHoldersByPath: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>;
  readonly timers: Timers;
};

/** Ports that are opened together are looked at together; a port that goes again at once is not worth a look. */
const COALESCE_MS = 1_000;

/** Not every program locks the port it reads (gpsd does not): both get a part of the bytes then. */
/** A pseudo-terminal is held by who made it as well, who does not read it. */
const isPseudoTerminal = async (path: string): Promise<boolean> =>
  (await realpath(path).catch(() => path)).startsWith('/dev/pts/');

export function createConflictFinder({ findHoldersByPath, timers }: ConflictFinderOptions): FindConflict {
  let requests = new Map<string, ((conflict: string | null) => void)[]>();

  async function answerRequests(): Promise<void> {
    const batch = requests;
    requests = new Map();
    const nobody: ReadonlyMap<string, readonly Holder[]> = new Map();
    const pseudo = await Promise.all([...batch.keys()].map(isPseudoTerminal));
    const paths = [...batch.keys()].filter((_path, index) => pseudo[index] === false);
    const found = paths.length === 0 ? nobody : await findHoldersByPath(paths).catch(() => nobody);
    for (const [path, resolves] of batch) {
      const [holder] = (found.get(path) ?? []).filter(({ sure }) => sure);
      const conflict = holder === undefined ? null : describeConflict(holder, path);
      for (const resolve of resolves) resolve(conflict);
    }
  }

  return (path) =>
    new Promise((resolve) => {
      if (requests.size === 0) timers.after(COALESCE_MS, () => void answerRequests());
      requests.set(path, [...(requests.get(path) ?? []), resolve]);
    });
}

const describeConflict = (holder: Holder, path: string): string =>
  `${describeHolder(holder)} reads this port too, and each of you gets a part of what is said: ${adviceFor(holder, path)}`;
