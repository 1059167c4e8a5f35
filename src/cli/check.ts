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
/** `sms` with a number: it gets a test message */
type ChannelOptions = { readonly email?: true; readonly sms?: true | string; readonly config?: string };

export const checkCommand = (): Command =>
  new Command('check')
    .description('read the whole data folder and say what is wrong; the gateway may be running')
    .addOption(dataOption())
    .option('--repair', 'mend what can be mended; the gateway must not be running')
    .addOption(
      new Option('--email', 'reach the configured mail server instead, and sign in; nothing is sent').conflicts([
        'repair',
        'sms',
      ]),
    )
    .addOption(
      new Option(
        '--sms [number]',
        'look at the configured modem instead, which the gateway must not have open; a number gets a test message',
      ).conflicts('repair'),
    )
    .option('--config <file>', 'with --email or --sms: configuration, JSON, goes before config/default.json')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 when all is well, 1 when something needs a person.')
    .action(run);

async function run({ email, sms, config, ...options }: Options & ChannelOptions): Promise<void> {
  const settings = { ...options, ...(config !== undefined && { config }) };
  // Loaded by those alone who need it.
  if (email) {
    const { checkEmail } = await import('./check-email.js');
    return checkEmail(settings);
  }
  if (sms !== undefined) {
    const { checkSms } = await import('./check-sms.js');
    return checkSms({ ...settings, ...(sms !== true && { to: sms }) });
  }
  return check(options);
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
