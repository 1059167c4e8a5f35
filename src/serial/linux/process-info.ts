import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A process as it is told to people. */
export type ProcessInfo = {
  readonly pid: number;
  /** as the kernel has it, 15 characters at most */
  readonly name: string;
  /** with its arguments, 200 characters at most; empty when it hides them */
  readonly command: string;
  /** the name of its user, or his number; null when it has ended meanwhile */
  readonly user: string | null;
};

const MAX_COMMAND_LENGTH = 200;

const readText = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** What `proc` says of a process to everybody; null when there is none. */
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
