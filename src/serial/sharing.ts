import { realpath } from 'node:fs/promises';
import { adviceFor, nameOf } from './machine/holder-advice.js';
import type { Holder } from './machine/holders.js';
import type { Timers } from './timers.js';

/** Says who else reads the device at a path that is open here, and what to do; null when it is nobody. Never rejects. */
export type Sharing = (path: string) => Promise<string | null>;

type Parts = {
  /** in one walk over all processes */
  readonly holdersOfEach: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>;
  readonly timers: Timers;
};

/** Ports that are opened together are looked at together; a port that goes again at once is not worth a look. */
const joinMs = 1_000;

/** Not every program locks the port it reads (gpsd does not): both get a part of the bytes then. */
/** A pseudo-terminal is held by who made it as well, who does not read it. */
const isPseudo = async (path: string): Promise<boolean> =>
  (await realpath(path).catch(() => path)).startsWith('/dev/pts/');

export function createSharing({ holdersOfEach, timers }: Parts): Sharing {
  let asked = new Map<string, ((remark: string | null) => void)[]>();

  async function look(): Promise<void> {
    const answers = asked;
    asked = new Map();
    const none: ReadonlyMap<string, readonly Holder[]> = new Map();
    const pseudo = await Promise.all([...answers.keys()].map(isPseudo));
    const paths = [...answers.keys()].filter((_path, place) => pseudo[place] === false);
    const found = paths.length === 0 ? none : await holdersOfEach(paths).catch(() => none);
    for (const [path, resolves] of answers) {
      const [sharer] = (found.get(path) ?? []).filter(({ sure }) => sure);
      const remark = sharer === undefined ? null : describe(sharer, path);
      for (const resolve of resolves) resolve(remark);
    }
  }

  return (path) =>
    new Promise((resolve) => {
      if (asked.size === 0) timers.after(joinMs, () => void look());
      asked.set(path, [...(asked.get(path) ?? []), resolve]);
    });
}

const describe = (sharer: Holder, path: string): string =>
  `${nameOf(sharer)} reads this port too, and each of you gets a part of what is said: ${adviceFor(sharer, path)}`;
