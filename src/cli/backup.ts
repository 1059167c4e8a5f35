import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { WaypostError } from '../errors.js';
import { createClock } from '../time/clock.js';
import { writeBackup } from '../store/backup/backup.js';
import { dataOption } from './data/data-folder.js';
import { assertLog } from './data/store-folder.js';
import { createProgress } from './terminal/progress.js';

type BackupCommandOptions = { readonly data: string; readonly force?: true; readonly json?: true };

export const backupCommand = (): Command =>
  new Command('backup')
    .description('write a backup of the data folder to one file; works while the gateway runs')
    .argument('<file>', 'backup file (gzip)')
    .addOption(dataOption())
    .option('--force', 'replace an existing file, once the new one is complete')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nWith WAYPOST_PASSPHRASE set, the backup includes the secrets, encrypted; without it, they are left out.' +
        '\nExit status: 1 if the disk could not read a part of the store: the backup has the rest, and stderr names what is missing.',
    )
    .action(backup);

/** A finder of the file can try passphrases without a limit. */
const MIN_PASSPHRASE_LENGTH = 12;

async function backup(file: string, { data, force, json }: BackupCommandOptions): Promise<void> {
  await assertLog(data);
  await assertTarget(file, force);
  const passphrase = readPassphrase();
  const progress = createProgress('backup');
  const made = new Date(createClock().now()).toISOString();
  const { files, bytes, sha256, incomplete } = await writeBackup({
    folder: data,
    file,
    made,
    passphrase,
    onProgress: progress.show,
  });
  progress.done();
  for (const what of incomplete) process.stderr.write(`waypost: ${file} is incomplete: ${what}\n`);
  if (incomplete.length > 0) process.exitCode = 1;
  const secrets = passphrase === undefined ? 'without secrets' : 'with secrets';
  const text = json
    ? JSON.stringify({ file, files, bytes, sha256, secrets: passphrase !== undefined, incomplete })
    : `${file}: ${files} files, ${bytes} bytes, ${secrets}`;
  process.stdout.write(`${text}\n`);
}

async function assertTarget(file: string, force?: true): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw new WaypostError('conflict', `${file} is a folder: name a file in it`);
  if (!found.isFile()) throw new WaypostError('conflict', `${file} is not a regular file: name another one`);
  if (force !== true)
    throw new WaypostError('conflict', `${file} exists: name another file, or replace it with --force`);
}

function readPassphrase(): string | undefined {
  const passphrase = process.env.WAYPOST_PASSPHRASE;
  if (passphrase === undefined) return undefined;
  const { length } = passphrase;
  if (length >= MIN_PASSPHRASE_LENGTH) return passphrase;
  throw new WaypostError(
    'validation_failed',
    `WAYPOST_PASSPHRASE has ${length} characters: choose one of at least ${MIN_PASSPHRASE_LENGTH}, or unset it for a ` +
      'backup without secrets',
  );
}
