import { Command } from 'commander';
import { loadSettings } from '../config.js';
import { quiet } from '../logger.js';
import { createClock } from '../services/clock.js';
import { checkFolder, type Checked } from '../store/check.js';
import { repairFolder } from '../store/repair.js';
import { dataOption, demandFolder } from './data-folder.js';
import { createProgress } from './progress.js';

type Options = { readonly data: string; readonly repair?: true; readonly json?: true };

export const checkCommand = (): Command =>
  new Command('check')
    .description('read the whole data folder and say what is wrong; the gateway may be running')
    .addOption(dataOption())
    .option('--repair', 'mend what can be mended; the gateway must not be running')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 when all is well, 1 when something needs a person.')
    .action(check);

async function check({ data, repair, json }: Options): Promise<void> {
  await demandFolder(data);
  if (repair) {
    const { config } = await loadSettings({}, {});
    await repairFolder({ folder: data, clock: createClock(), logger: quiet, ...config.store });
  }
  const progress = createProgress('check');
  const checked = await checkFolder(data, progress.show);
  progress.done();
  process.stdout.write(json ? `${JSON.stringify(checked)}\n` : describe(data, checked));
  if (checked.findings.some(({ weight }) => weight !== 'note')) process.exitCode = 1;
}

function describe(data: string, { entries, segments, findings }: Checked): string {
  const lines = findings.map(({ file, what, weight, remedy }) => `${weight}: ${file}: ${what}\n  → ${remedy}`);
  const sum = `${data}: ${entries} entries in ${segments} segments, ${findings.length === 0 ? 'all is well' : 'see above'}`;
  return [...lines, sum, ''].join('\n');
}
