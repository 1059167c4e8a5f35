import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { createClock } from '../time/clock.js';
import { restoreBackup, type IdChanges, type RestoreResult } from '../store/backup/restore.js';
import { assertNoPreviousData, dataOption } from './data/data-folder.js';
import { commandAuthor } from './data/command-author.js';
import { createProgress } from './terminal/progress.js';
import { assertOwner } from './data/store-folder.js';

type RestoreCommandOptions = {
  readonly data: string;
  readonly dryRun?: boolean;
  readonly json?: true;
  readonly maxBytes?: number;
  readonly work?: string;
};

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('replace the content of the data folder by a backup; the previous content is kept in a subfolder')
    .argument('<file>', 'backup file written by waypost backup')
    .addOption(dataOption())
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print the result as JSON')
    // For the gateway, which checks uploaded backups.
    .addOption(new Option('--max-bytes <bytes>', 'largest content to unpack').argParser(Number).hideHelp())
    .addOption(new Option('--work <folder>', 'folder to unpack into').hideHelp())
    .addHelpText(
      'after',
      '\nWAYPOST_PASSPHRASE decrypts the secrets in the backup; without it, all users must sign in again.',
    )
    .action(restore);

async function restore(
  file: string,
  { data, dryRun = false, json, maxBytes, work }: RestoreCommandOptions,
): Promise<void> {
  if (existsSync(data)) {
    if (!dryRun) await assertOwner(data);
  } else await assertNoPreviousData(data);
  const progress = createProgress('restore');
  const restored = await restoreBackup({
    file,
    folder: data,
    requireGateway: true,
    now: new Date(createClock().now()).toISOString(),
    passphrase: process.env.WAYPOST_PASSPHRASE,
    by: commandAuthor('restore'),
    ...{ dryRun, maxBytes, work },
    onProgress: progress.show,
  });
  progress.done();
  process.stdout.write(json ? `${JSON.stringify(restored)}\n` : describe(restored, dryRun));
}

function describe(
  { made, entries, devices, users, userNames, losses, receivers, secrets, kept }: RestoreResult,
  dryRun: boolean,
): string {
  return [
    `backup of ${made}`,
    ...losses.map((loss) => `lost before the backup was made: ${loss}`),
    `entries: ${entries.before ?? 'of another Waypost version'} now, ${entries.after} in the backup`,
    `devices: ${changes(devices)}`,
    `users: ${changes(users, userNames)}`,
    secrets
      ? 'secrets: restored'
      : 'secrets: not restored; all users must sign in again, unless this folder has the same secrets',
    ...receivers.map(({ key, was, now }) => `${key}: ${now} instead of ${was}; its secret has to be entered again`),
    dryRun
      ? 'nothing changed (--dry-run)'
      : kept === null
        ? 'restored'
        : `restored; the previous content is in ${kept}`,
    '',
  ].join('\n');
}

/** `names`: by id; an id without one stands for itself */
function changes({ added, removed, changed }: IdChanges, names: Readonly<Record<string, string>> = {}): string {
  const named = (ids: readonly string[]): readonly string[] => ids.map((id) => names[id] ?? id);
  const lists = [list('added', named(added)), list('removed', named(removed)), list('changed', named(changed))];
  return lists.filter((text) => text !== '').join('; ') || 'no change';
}

const list = (change: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `${ids.length} ${change} (${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''})`;
