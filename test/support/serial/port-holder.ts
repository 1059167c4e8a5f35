import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';

/** A process that holds a device open. */
export type HolderProcess = { readonly pid: number; readonly end: () => Promise<void> };

/** Starts `cat` under the name `name` reading `device`; resolves once the device is open. */
export async function holdDevice(folder: string, device: string, name = 'cat'): Promise<HolderProcess> {
  const program = join(folder, name);
  copyFileSync('/bin/cat', program);
  // cat opens one file after the other, so output of the second file proves that the first is open.
  const child: ChildProcess = spawn('/bin/sh', ['-c', `exec 3<"$1"; echo open; exec "$0" <&3`, program, device], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}
