import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errnoOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { portMessages } from '../messages.js';
import { adviceFor, describeHolder, isKnownPortGrabber } from './holder-advice.js';
import { readProcessInfo, type ProcessInfo } from './process-info.js';
import { SYSTEM_PATHS } from './system-paths.js';

/** A process that has a serial device open. */
export type Holder = ProcessInfo & {
  /** the process has the device open; if false, a lock file names it, or it opens every port it finds */
  readonly sure: boolean;
};

type FindHoldersOptions = {
  readonly proc?: string;
  readonly lockFolders?: readonly string[];
  /** never reported */
  readonly ownPid?: number;
};

/** Where programs in the UUCP tradition lock ports; the second is usually a link to the first. */
const LOCK_FOLDERS = ['/run/lock', '/var/lock'] as const;

/** Of one process; a program that uses serial ports has fewer. */
const MAX_DESCRIPTORS = 4_096;

/**
 * Finds the processes that have the device at `path` open, under any of its names, except for this process. Only root
 * sees the descriptors of other users' processes: if no process is found, the one named by a lock file is returned, or
 * else those known to open every port, both as not sure. Asynchronous throughout: it may take a second, without blocking.
 */
export const findHolders = async (path: string, options: FindHoldersOptions = {}): Promise<Holder[]> =>
  (await findHoldersByPath([path], options)).get(path) ?? [];

/** Finds the holders of several devices in one scan of the processes. */
export async function findHoldersByPath(
  paths: readonly string[],
  options: FindHoldersOptions = {},
): Promise<Map<string, Holder[]>> {
  const { proc = SYSTEM_PATHS.proc, ownPid = process.pid } = options;
  const numbers = new Map<string, number>();
  for (const path of paths) {
    const number = await deviceNumber(path);
    if (number !== null) numbers.set(path, number);
  }
  const found = new Map(paths.map((path): [string, Holder[]] => [path, []]));
  if (numbers.size === 0) return found;
  const deviceNumbers = new Set(numbers.values());
  const hidden: number[] = [];
  for (const pid of (await readdir(proc).catch(() => [])).map(Number)) {
    if (!Number.isInteger(pid) || pid === ownPid) continue;
    const held = await listOpenDevices(join(proc, String(pid), 'fd'), deviceNumbers);
    if (held === 'hidden') hidden.push(pid);
    else if (held.size > 0) {
      const holders = await readHolders(proc, [pid], true);
      for (const [path, number] of numbers) if (held.has(number)) found.get(path)?.push(...holders);
    }
  }
  const suspects = (await readHolders(proc, hidden, false)).filter(isKnownPortGrabber);
  for (const path of numbers.keys()) {
    const holders = found.get(path);
    if (holders?.length !== 0) continue;
    const locking = await readLockPid(path, options.lockFolders ?? LOCK_FOLDERS);
    const locked = locking === null || locking === ownPid ? [] : await readHolders(proc, [locking], false);
    holders.push(...(locked.length > 0 ? locked : suspects));
  }
  return found;
}

/** The programs that hold the device at `node`, and how to free it; null: none is known. */
export function describeUse(holders: readonly Holder[], path: string, node: string): GatewayMessage | null {
  const [holder] = holders;
  if (holder === undefined) return null;
  const values = { path, holders: holders.map(describeHolder), advice: adviceFor(holder, node) };
  return holder.sure ? portMessages.heldBy(values) : portMessages.probablyHeldBy(values);
}

async function readHolders(proc: string, pids: readonly number[], sure: boolean): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (const pid of pids) {
    const info = await readProcessInfo(proc, pid);
    if (info !== null) holders.push({ ...info, sure });
  }
  return holders;
}

/** The number of a character device, which is the same under all its names; null for any other file. */
const deviceNumber = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => (found.isCharacterDevice() ? found.rdev : null),
    () => null,
  );

/** The devices among `deviceNumbers` that a process has open. */
async function listOpenDevices(folder: string, deviceNumbers: ReadonlySet<number>): Promise<Set<number> | 'hidden'> {
  const held = new Set<number>();
  try {
    for (const name of (await readdir(folder)).slice(0, MAX_DESCRIPTORS)) {
      const link = join(folder, name);
      // Most descriptors are files and sockets.
      const target = await readlink(link).catch(() => '');
      const number = target.includes('/dev/') ? await deviceNumber(link) : null;
      if (number !== null && deviceNumbers.has(number)) held.add(number);
    }
    return held;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errnoOf(error) ?? '') ? 'hidden' : held;
  }
}

/** The process that a lock file names as the user of a device, which may have ended; null when there is no lock file. */
async function readLockPid(path: string, folders: readonly string[]): Promise<number | null> {
  const node = await realpath(path).catch(() => path);
  for (const folder of folders) {
    const text = await readFile(join(folder, `LCK..${basename(node)}`), 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (pid > 0) return pid;
  }
  return null;
}
