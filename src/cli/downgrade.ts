import { Command, Option } from 'commander';
import { downgrade } from '../store/state/downgrade.js';
import { createClock } from '../time/clock.js';
import { dataOption } from './data/data-folder.js';
import { assertStore } from './data/store-folder.js';

type Options = { readonly data: string; readonly format: number; readonly json?: true };

export const downgradeCommand = (): Command =>
  new Command('downgrade')
    .description('convert the store to an older format without loss, before a previous version is installed')
    .addOption(dataOption())
    .addOption(new Option('--format <version>', 'format to convert to').argParser(Number).makeOptionMandatory())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nThe gateway must not be running. The application log of the upgrade names the format.')
    .action(run);

async function run({ data, format: to, json }: Options): Promise<void> {
  await assertStore(data);
  const from = await downgrade({ folder: data, to, now: new Date(createClock().now()).toISOString() });
  const text = from === to ? `${data} has format ${to} already` : `${data}: converted from format ${from} to ${to}`;
  process.stdout.write(`${json ? JSON.stringify({ from, to }) : text}\n`);
}
