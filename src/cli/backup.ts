import { Command } from 'commander';
import { createClock } from '../time/clock.js';
import { writeBackup } from '../store/backup/backup.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { createProgress } from './terminal/progress.js';

type BackupCommandOptions = { readonly data: string; readonly json?: true };

export const backupCommand = (): Command =>
  new Command('backup')
    .description('write everything the gateway holds to one file; the gateway may be running')
    .argument('<file>', 'gzip; a file of that name is replaced once the new one is complete')
    .addOption(dataOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nWAYPOST_PASSPHRASE, when set, locks the secrets into the backup; without it they stay out.',
    )
    .action(backup);

async function backup(file: string, { data, json }: BackupCommandOptions): Promise<void> {
  await assertFolder(data);
  const passphrase = process.env.WAYPOST_PASSPHRASE;
  const progress = createProgress('backup');
  const made = new Date(createClock().now()).toISOString();
  const { files, bytes, sha256 } = await writeBackup({
    folder: data,
    file,
    made,
    passphrase,
    onProgress: progress.show,
  });
  progress.done();
  const secrets = passphrase === undefined ? 'without secrets' : 'with secrets';
  const text = json
    ? JSON.stringify({ file, files, bytes, sha256, secrets: passphrase !== undefined })
    : `${file}: ${files} files, ${bytes} bytes, ${secrets}`;
  process.stdout.write(`${text}\n`);
}
