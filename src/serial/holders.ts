import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { isUsualSuspect } from './holder-advice.js';
import { pidOfLock } from './lock-file.js';
import { processFacts, type ProcessFacts } from './process-facts.js';
import { systemRoots } from './roots.js';

/** A process that has a serial device open. */
export type Holder = ProcessFacts & {
  /** seen with the device open; otherwise a lock file names it, or it is known to take every port it finds */
  readonly sure: boolean;
};

type Parts = {
  readonly proc?: string;
  readonly lockFolders?: readonly string[];
  /** left out: nobody asks about himself */
  readonly self?: number;
};

/** Of one process; who has more open is no program for a serial port. */
const mostDescriptors = 4_096;

/**
 * Who has the device at `path` open, under whatever name, this process left out. Processes of other users show their
 * descriptors to the superuser alone: when nobody is found, one that a lock file names is given, or else those known to
 * take ports, neither of them surely. One system call at a time: it may take a second, and holds nothing up.
 */
export async function holdersOf(path: string, parts: Parts = {}): Promise<Holder[]> {
  const { proc = systemRoots.proc, self = process.pid } = parts;
  const device = await deviceNumber(path);
  if (device === null) return [];
  const holders: Holder[] = [];
  const hidden: number[] = [];
  for (const pid of (await readdir(proc).catch(() => [])).map(Number)) {
    if (!Number.isInteger(pid) || pid === self) continue;
    const held = await holds(join(proc, String(pid), 'fd'), device);
    if (held === 'hidden') hidden.push(pid);
    if (held === true) holders.push(...(await told(proc, [pid], true)));
  }
  if (holders.length > 0) return holders;
  const locking = await pidOfLock(path, parts.lockFolders);
  const locked = locking === null || locking === self ? [] : await told(proc, [locking], false);
  return locked.length > 0 ? locked : (await told(proc, hidden, false)).filter(isUsualSuspect);
}

/** Who reads the device at `path` beside this process: each byte goes to one of them. Given are those seen doing it. */
export const sharersOf = async (path: string, parts: Parts = {}): Promise<Holder[]> =>
  (await holdersOf(path, parts)).filter(({ sure }) => sure);

async function told(proc: string, pids: readonly number[], sure: boolean): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (const pid of pids) {
    const facts = await processFacts(proc, pid);
    if (facts !== null) holders.push({ ...facts, sure });
  }
  return holders;
}

/** The number of a character device, the same under all its names; null for anything else. */
const deviceNumber = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => (found.isCharacterDevice() ? found.rdev : null),
    () => null,
  );

async function holds(folder: string, device: number): Promise<boolean | 'hidden'> {
  try {
    for (const name of (await readdir(folder)).slice(0, mostDescriptors)) {
      const link = join(folder, name);
      // Most are files and sockets: only what is named as a device is looked at.
      const target = await readlink(link).catch(() => '');
      if (target.includes('/dev/') && (await deviceNumber(link)) === device) return true;
    }
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errnoOf(error) ?? '') ? 'hidden' : false;
  }
}
