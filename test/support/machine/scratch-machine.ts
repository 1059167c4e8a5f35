import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A copy of this machine whose writes stay in memory; mounting needs root. */
export type ScratchMachine = {
  /** its root folder as a path of this machine */
  readonly root: string;
  /** Runs a program in it and returns the output; throws with the output if it fails. */
  readonly run: (program: string, ...args: string[]) => string;
  /** Starts a program in it with readable output. */
  readonly start: (program: string, ...args: string[]) => ChildProcess;
  readonly remove: () => void;
};

const mount = (...flags: string[]): void => {
  execFileSync('mount', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Mounts a scratch machine below `folder`. */
export function mountScratchMachine(folder: string): ScratchMachine {
  const memory = join(folder, 'memory');
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(memory, name)) as [string, string, string];
  mkdirSync(memory);
  mount('-t', 'tmpfs', 'tmpfs', memory);
  for (const path of [upper, work, root]) mkdirSync(path);
  // Only the file system of /, without the file systems mounted below it.
  mount('-t', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, 'overlay', root);
  mount('-t', 'proc', 'proc', join(root, 'proc'));
  mount('--bind', '/dev', join(root, 'dev'));
  mount('-t', 'tmpfs', 'tmpfs', join(root, 'run'));
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };

  return {
    root,
    run(program, ...args) {
      return execFileSync('chroot', [root, program, ...args], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
    start: (program, ...args) =>
      spawn('chroot', [root, program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    remove() {
      for (const path of ['run', 'dev', 'proc', '.']) execFileSync('umount', ['-l', join(root, path)]);
      execFileSync('umount', ['-l', memory]);
    },
  };
}
