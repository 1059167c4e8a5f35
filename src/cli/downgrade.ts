import { Command } from 'commander';
import { downgrade } from '../store/state/downgrade.js';
import { createClock } from '../time/clock.js';
import { dataOption } from './data/data-folder.js';
import { assertStore } from './data/store-folder.js';
import { parseNumber } from './options/option-values.js';

type DowngradeCommandOptions = { readonly data: string; readonly format: number; readonly json?: true };

export const downgradeCommand = (): Command =>
  new Command('downgrade')
    .description('convert the store to an older format without loss, before a previous version is installed')
    .addOption(dataOption())
    .requiredOption(
      '--format <version>',
      'format to convert to',
      parseNumber('--format', { min: 1, max: 1_000, whole: true }),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nStop the gateway first. The application log of the upgrade has the previous format.')
    .action(run);

async function run({ data, format: to, json }: DowngradeCommandOptions): Promise<void> {
  await assertStore(data);
  const from = await downgrade({ folder: data, to, now: new Date(createClock().now()).toISOString() });
  const text = from === to ? `${data} has format ${to} already` : `${data}: converted from format ${from} to ${to}`;
  process.stdout.write(`${json ? JSON.stringify({ from, to }) : text}\n`);
}
