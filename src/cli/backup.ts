import { Command } from 'commander';
import { createClock } from '../time/clock.js';
import { writeBackup } from '../store/backup/backup.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { createProgress } from './terminal/progress.js';

type BackupCommandOptions = { readonly data: string; readonly json?: true };

export const backupCommand = (): Command =>
  new Command('backup')
    .description('write a backup of the data folder to one file; works while the gateway runs')
    .argument('<file>', 'backup file (gzip); an existing file is replaced once the new one is complete')
    .addOption(dataOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nWith WAYPOST_PASSPHRASE set, the backup includes the secrets, encrypted; without it, they are left out.' +
        '\nExit status: 1 if the disk could not read a part of the store: the backup has the rest, and stderr names what is missing.',
    )
    .action(backup);

async function backup(file: string, { data, json }: BackupCommandOptions): Promise<void> {
  await assertFolder(data);
  const passphrase = process.env.WAYPOST_PASSPHRASE;
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
