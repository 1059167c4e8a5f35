import { Command, InvalidArgumentError, Option } from 'commander';
import { loadSettings } from '../config.js';
import { silentLogger } from '../logger.js';
import { createClock } from '../time/clock.js';
import { repairFolder } from '../store/check/repair.js';
import { AREAS, type CheckArea } from './check/finding.js';
import { printChecks } from './check/print-checks.js';
import { runAllChecks } from './check/run-all.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { createProgress } from './terminal/progress.js';
import { assertOwner } from './data/store-folder.js';

type CheckCommandOptions = {
  readonly data: string;
  readonly config?: string;
  readonly only?: readonly CheckArea[];
  readonly repair?: true;
  readonly json?: true;
};
/** `sms` with a number: it gets a test message */
type ChannelCheckOptions = { readonly email?: true; readonly sms?: true | string };

export const checkCommand = (): Command =>
  new Command('check')
    .description(
      'say what is wrong and what to do: configuration, data, wear of the disk, clock, network, ports, mail; the gateway may be running',
    )
    .addOption(dataOption())
    .addOption(new Option('--only <areas>', `look at some things alone: ${AREAS.join(',')}`).argParser(readAreas))
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
    .option('--config <file>', 'configuration, JSON, goes before config/default.json')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 when all is well, 1 with warnings, 2 with faults; with --email or --sms: 1 when something needs a person.',
    )
    .action(run);

async function run({ email, sms, ...options }: CheckCommandOptions & ChannelCheckOptions): Promise<void> {
  // Loaded by those alone who need it.
  if (email) {
    const { runEmailCheck } = await import('./check/run-email.js');
    return runEmailCheck(options);
  }
  if (sms !== undefined) {
    const { runSmsCheck } = await import('./check/run-sms.js');
    return runSmsCheck({ ...options, ...(sms !== true && { to: sms }) });
  }
  return check(options);
}

async function check({ data, config, repair, only, json }: CheckCommandOptions): Promise<void> {
  if (repair) {
    await assertFolder(data);
    await assertOwner(data);
    const { config } = await loadSettings({}, {});
    await repairFolder({ folder: data, clock: createClock(), logger: silentLogger, ...config.store });
  }
  const progress = createProgress('check');
  const findings = await runAllChecks({
    flags: config === undefined ? {} : { config },
    env: process.env,
    data,
    only: only ?? (repair ? ['store'] : undefined),
    now: createClock().now(),
    onProgress: progress.show,
  });
  progress.done();
  printChecks(findings, json);
}

function readAreas(text: string): CheckArea[] {
  const isArea = (name: string): name is CheckArea => AREAS.some((area) => area === name);
  const names = text.split(',');
  if (names.every(isArea)) return names;
  throw new InvalidArgumentError(`must be some of ${AREAS.join(',')}`);
}
