import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A process as it is shown to users. */
export type ProcessInfo = {
  readonly pid: number;
  /** the kernel's name, at most 15 characters */
  readonly name: string;
  /** with its arguments, at most 200 characters; empty when they are not readable */
  readonly command: string;
  /** the name or number of its user; null when the process has ended meanwhile */
  readonly user: string | null;
};

const MAX_COMMAND_LENGTH = 200;

const readText = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** Reads what `proc` shows to every user about a process; null when there is no such process. */
export async function readProcessInfo(proc: string, pid: number): Promise<ProcessInfo | null> {
  const folder = join(proc, String(pid));
  const name = await readText(join(folder, 'comm'));
  if (name === null) return null;
  const command = (await readText(join(folder, 'cmdline'))) ?? '';
  const uid = await stat(folder).then(
    (found) => found.uid,
    () => null,
  );
  return {
    pid,
    name: name.trim(),
    command: command.replaceAll('\0', ' ').trim().slice(0, MAX_COMMAND_LENGTH),
    user: uid === null ? null : await readUserName(uid),
  };
}

async function readUserName(uid: number): Promise<string> {
  const users = (await readText('/etc/passwd')) ?? '';
  const own = users.split('\n').find((line) => line.split(':')[2] === String(uid));
  return own?.split(':')[0] ?? String(uid);
}
