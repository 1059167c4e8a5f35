import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../src/errors.js';
import { readBackup } from '../../../src/store/backup/backup-reader.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import type { FoundBackup, Inspection } from './check.js';
import { memoryFolder } from './folder.js';

const NAMES = /(?:^|\/)backup-\d+\.gz(?:\.tmp)?$/;

/** Thousands of cuts contain the same few backups; each content is inspected once. */
const known = new Map<string, Inspection | null>();

/** Every backup on the disk, including unfinished ones, with the content that `read` finds after restoring it. */
export async function inspectBackups(
  folder: string,
  read: (data: string) => Promise<Inspection>,
): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => NAMES.test(name))) {
    const file = join(folder, path);
    const key = `${path} ${createHash('sha1').update(readFileSync(file)).digest('base64')}`;
    let contents = known.get(key);
    if (contents === undefined) {
      contents = (await isComplete(file)) ? await restored(file, read) : null;
      known.set(key, contents);
    }
    found.push({ path, contents });
  }
  return found;
}

async function isComplete(file: string): Promise<boolean> {
  try {
    for await (const part of readBackup(file)) if (part.part === 'foot') return true;
    return false;
  } catch {
    return false;
  }
}

/** As `waypost restore` into a new folder. */
async function restored(file: string, read: (data: string) => Promise<Inspection>): Promise<Inspection> {
  const fresh = mkdtempSync(join(memoryFolder(), 'waypost-restored-'));
  try {
    const data = join(fresh, 'data');
    await restoreBackup({ file, folder: data, now: '2026-01-03T00:00:00.000Z', dryRun: false });
    return await read(data);
  } catch (error) {
    return { sequences: [], complaints: [{ fault: 'does not start', text: messageOf(error) }] };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
