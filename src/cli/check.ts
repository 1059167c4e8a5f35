import { Command, Option } from 'commander';
import { loadSettings } from '../config.js';
import { quiet } from '../logger.js';
import { createClock } from '../services/clock.js';
import { checkFolder } from '../store/check.js';
import { repairFolder } from '../store/repair.js';
import { dataOption, demandFolder } from './data-folder.js';
import { printChecked } from './print-checked.js';
import { createProgress } from './progress.js';

type Options = { readonly data: string; readonly repair?: true; readonly json?: true };
type EmailOptions = { readonly email?: true; readonly config?: string };

export const checkCommand = (): Command =>
  new Command('check')
    .description('read the whole data folder and say what is wrong; the gateway may be running')
    .addOption(dataOption())
    .option('--repair', 'mend what can be mended; the gateway must not be running')
    .addOption(
      new Option('--email', 'reach the configured mail server instead, and sign in; nothing is sent').conflicts(
        'repair',
      ),
    )
    .option('--config <file>', 'with --email: configuration, JSON, goes before config/default.json')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 when all is well, 1 when something needs a person.')
    .action(run);

async function run({ email, config, ...options }: Options & EmailOptions): Promise<void> {
  if (!email) return check(options);
  // Loaded by those alone who need it.
  const { checkEmail } = await import('./check-email.js');
  return checkEmail({ ...options, ...(config !== undefined && { config }) });
}

async function check({ data, repair, json }: Options): Promise<void> {
  await demandFolder(data);
  if (repair) {
    const { config } = await loadSettings({}, {});
    await repairFolder({ folder: data, clock: createClock(), logger: quiet, ...config.store });
  }
  const progress = createProgress('check');
  const checked = await checkFolder(data, progress.show);
  progress.done();
  const { entries, segments, findings } = checked;
  const sum = `${data}: ${entries} entries in ${segments} segments, ${findings.length === 0 ? 'all is well' : 'see above'}`;
  printChecked(checked, sum, json);
}
