import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { createClock } from '../time/clock.js';
import { restoreBackup, type IdChanges, type RestoreResult } from '../store/backup/restore.js';
import { dataOption } from './data/data-folder.js';
import { createProgress } from './terminal/progress.js';
import { assertOwner } from './data/store-folder.js';

type RestoreCommandOptions = { readonly data: string; readonly dryRun?: boolean; readonly json?: true };

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('replace the content of the data folder by a backup; the previous content is kept in a subfolder')
    .argument('<file>', 'backup file written by waypost backup')
    .addOption(dataOption())
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nWAYPOST_PASSPHRASE decrypts the secrets in the backup; without it, all users must sign in again.',
    )
    .action(restore);

async function restore(file: string, { data, dryRun = false, json }: RestoreCommandOptions): Promise<void> {
  if (!dryRun && existsSync(data)) await assertOwner(data);
  const progress = createProgress('restore');
  const restored = await restoreBackup({
    file,
    folder: data,
    requireGateway: true,
    now: new Date(createClock().now()).toISOString(),
    passphrase: process.env.WAYPOST_PASSPHRASE,
    dryRun,
    onProgress: progress.show,
  });
  progress.done();
  process.stdout.write(json ? `${JSON.stringify(restored)}\n` : describe(restored, dryRun));
}

function describe({ made, entries, devices, users, losses, secrets, kept }: RestoreResult, dryRun: boolean): string {
  return [
    `backup of ${made}`,
    ...losses.map((loss) => `lost before the backup was made: ${loss}`),
    `entries: ${entries.before ?? 'of another Waypost version'} now, ${entries.after} in the backup`,
    `devices: ${changes(devices)}`,
    `users: ${changes(users)}`,
    secrets
      ? 'secrets: restored'
      : 'secrets: not restored; all users must sign in again, unless this folder has the same secrets',
    dryRun
      ? 'nothing changed (--dry-run)'
      : kept === null
        ? 'restored'
        : `restored; the previous content is in ${kept}`,
    '',
  ].join('\n');
}

const changes = ({ added, removed, changed }: IdChanges): string =>
  [list('added', added), list('removed', removed), list('changed', changed)].filter((text) => text !== '').join('; ') ||
  'no change';

const list = (change: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `${ids.length} ${change} (${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''})`;
