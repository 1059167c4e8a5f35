// One build at a time in a folder: a second one waits for the first, and then finds most of its work done.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 100;

/** Whether a process with this number runs. One of another user does, too. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
  // An empty file is that of a build that has just begun, or that a power cut ended; its process is not known yet.
  if (holder > 0 && !isRunning(holder)) await rm(file, { force: true });
  return holder;
}

export async function withLock(file, work) {
  let reported = false;
  for (;;) {
    const holder = await take(file);
    if (holder === undefined) break;
    if (!reported && holder > 0 && isRunning(holder)) {
      process.stderr.write(`waypost: waiting for another build in this folder (process ${holder})\n`);
      reported = true;
    }
    await delay(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
