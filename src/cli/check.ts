import { Command, InvalidArgumentError, Option } from 'commander';
import { loadSettings } from '../config.js';
import { silentLogger } from '../logger.js';
import { createClock } from '../time/clock.js';
import type { MovedExcess } from '../store/check/excess.js';
import { repairFolder } from '../store/check/repair.js';
import { AREAS, warning, type CheckArea, type CheckFinding } from './check/finding.js';
import { heapAdvice } from './check/repair-heap.js';
import { runAllChecks } from './check/run-all.js';
import { readServiceEnvironment } from './check/service-environment.js';
import { commandAuthor } from './data/command-author.js';
import { dataOption, assertFolder } from './data/data-folder.js';
import { paintWord } from './terminal/color.js';
import { counted } from './terminal/output.js';
import { createProgress } from './terminal/progress.js';
import { assertOwner } from './data/store-folder.js';

type CheckCommandOptions = {
  readonly data: string;
  readonly config?: string;
  readonly only?: readonly CheckArea[];
  readonly repair?: true;
  readonly json?: true;
};
/** `sms` is the telephone number that gets a test message, or `true` without one. */
type ChannelCheckOptions = { readonly email?: true; readonly sms?: true | string };

export const checkCommand = (): Command =>
  new Command('check')
    .description(
      'check configuration, data, disk wear, clock, network, ports, email, webhooks and uplinks, and show how to fix each problem; works while the gateway runs',
    )
    .addOption(dataOption())
    .addOption(new Option('--only <areas>', `check only these areas: ${AREAS.join(',')}`).argParser(readAreas))
    .option('--repair', 'repair the store; the gateway must be stopped')
    .addOption(
      new Option('--email', 'check only the mail server of the settings: connect and sign in; sends nothing').conflicts(
        ['repair', 'sms'],
      ),
    )
    .addOption(
      new Option(
        '--sms [number]',
        'check only the modem of the settings, which the gateway must not have open; with a number, send it a test message',
      ).conflicts('repair'),
    )
    .option('--config <file>', 'configuration file (JSON); overrides config/default.json')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 without problems, 1 with warnings, 2 with faults; with --email or --sms: 1 with any problem.',
    )
    .action(run);

async function run(
  { email, sms, ...given }: CheckCommandOptions & ChannelCheckOptions,
  command: Command,
): Promise<void> {
  const options = { ...given, doubts: await enterService(given.data, command) };
  // Loaded on demand: most checks need neither channel.
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

/** Takes the variables and the user of the service, unless other files are named. Returns why they may be wrong. */
async function enterService(data: string, command: Command): Promise<readonly string[]> {
  if (['data', 'config'].some((name) => command.getOptionValueSource(name) === 'cli')) return [];
  const isRoot = process.getuid?.() === 0;
  const { env, doubt } = await readServiceEnvironment({ env: process.env, data, isRoot });
  process.env = env;
  return doubt === undefined ? [] : [doubt];
}

type Doubts = { readonly doubts: readonly string[] };

async function check({ data, config, repair, only, json, doubts }: CheckCommandOptions & Doubts): Promise<void> {
  if (repair) {
    await assertFolder(data);
    await assertOwner(data);
    const advice = await heapAdvice(data);
    if (advice !== null) process.stderr.write(`waypost: ${advice}\n`);
    const { config } = await loadSettings({}, {});
    const options = { folder: data, clock: createClock(), logger: silentLogger, ...config.store };
    const moved = await repairFolder(options, commandAuthor('check --repair'));
    if (moved !== null) process.stderr.write(describeMoved(moved));
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
  const notes = doubts.map((doubt) => warning('configuration', doubt, 'run it as: sudo waypost check'));
  printChecks([...notes, ...findings], json);
}

/** On stderr, so that the JSON on stdout stays whole. */
function describeMoved({ file, counts }: MovedExcess): string {
  const parts = Object.entries(counts).map(([collection, count]) => `${count} ${collection}`);
  return `moved out of the store, because the state exceeded its bounds: ${parts.join(', ')}\n  → ${file}\n`;
}

const EXIT_STATUS = { ok: 0, warning: 1, fault: 2 } as const;

/** Prints each finding with its remedy, or all of them as JSON; the exit status is that of the worst finding. */
function printChecks(findings: readonly CheckFinding[], json?: boolean): void {
  const count = (state: CheckFinding['state']): number => findings.filter((finding) => finding.state === state).length;
  const status = count('fault') > 0 ? 'fault' : count('warning') > 0 ? 'warning' : 'ok';
  if (json) process.stdout.write(`${JSON.stringify({ status, checks: findings })}\n`);
  else {
    const texts = findings.map(
      ({ area, state, what, remedy }) =>
        `${paintWord(state)}: ${area}: ${what}${remedy === null ? '' : `\n  → ${remedy}`}`,
    );
    const problems = `${counted(count('fault'), 'fault')}, ${counted(count('warning'), 'warning')}`;
    const summary = status === 'ok' ? 'no problems found' : `${problems}: see above`;
    process.stdout.write([...texts, summary, ''].join('\n'));
  }
  process.exitCode = EXIT_STATUS[status];
}

function readAreas(text: string): CheckArea[] {
  const isArea = (name: string): name is CheckArea => AREAS.some((area) => area === name);
  const names = text.split(',');
  if (names.every(isArea)) return names;
  throw new InvalidArgumentError(`Allowed areas are ${AREAS.join(',')}.`);
}
