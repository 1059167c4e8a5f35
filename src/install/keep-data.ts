import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * npm runs this after it installed the package. While it replaces an earlier version, npm keeps that version in a folder
 * `.waypost-…` next to this one, and deletes it afterward, with the data that version 1.0.0 kept in it. This brings them
 * back to the same place in the new version, whose first start moves them to the state folder.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const data = join(root, 'data');
const installed = dirname(root);
for (const name of readdirSync(installed)) {
  const kept = join(installed, name, 'data');
  if (name.startsWith('.waypost-') && existsSync(kept) && !existsSync(data)) renameSync(kept, data);
}
