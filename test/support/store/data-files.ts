import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreView } from '../../../src/schema/system/restore.js';
import { pngOf } from '../map/png.js';

/** Files that a gateway leaves in its data folder. */

const at = '2026-11-21T08:00:00.000Z';
const none = { added: 0, removed: 0, changed: 0 };

const restoreViewOf = (own: Partial<RestoreView> = {}): RestoreView => ({
  state: 'staged',
  made: at,
  entries: { before: 1, after: 1 },
  devices: none,
  users: none,
  losses: [],
  receivers: [],
  by: 'admin',
  staged: at,
  finished: null,
  kept: null,
  error: null,
  ...own,
});

function put(folder: string, name: string, content: string | Uint8Array): void {
  const path = join(folder, 'files', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}

/** An unfinished upload, of which nothing arrived. */
function putUpload(folder: string, id: string): void {
  const record = { kind: 'map', size: 1_000, name: 'region.pmtiles', modified: null, partBytes: 1_000, by: 'admin' };
  put(folder, `uploads/${id}.json`, JSON.stringify({ ...record, created: at }));
  put(folder, `uploads/${id}.part`, '');
}

function putYard(folder: string): void {
  const tag = '0123456789abcdef';
  const picture = pngOf([200, 0, 0]);
  const yard = { type: 'image/png', width: 256, height: 256, bytes: picture.length, tag, place: null };
  put(folder, `yard/picture-${tag}`, picture);
  put(folder, 'yard/yard.json', JSON.stringify({ file: `picture-${tag}`, yard }));
}

function putRestore(folder: string): void {
  put(folder, 'restore/backup', 'a backup');
  put(folder, 'restore/restore.json', JSON.stringify({ attempts: 0, view: restoreViewOf({ state: 'done' }) }));
}

/** The files that a call of this path uses. */
export function putFilesOf(path: string, folder: string): void {
  if (path.includes('yard')) putYard(folder);
  if (path.includes('restore')) putRestore(folder);
}

export function putExampleFiles(folder: string): void {
  putUpload(folder, 'upload');
  putUpload(folder, 'upload-to-remove');
  putYard(folder);
  putRestore(folder);
}
