import { join } from 'node:path';
import { Command, Option } from 'commander';
import { loadSettings } from '../config.js';
import { messageOf } from '../errors.js';
import type { PortStatus } from '../schema/ports/port.js';
import { SYSTEM_PATHS, type SystemPaths } from '../serial/linux/system-paths.js';
import { createClock } from '../time/clock.js';
import { gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { listenCommand } from './ports/listen.js';
import { describePorts, needsHelp } from './ports/describe.js';
import { gatewayPorts } from './ports/gateway-view.js';
import { portRows } from './ports/row.js';
import { watchPorts } from './ports/watch.js';
import { untilStopped } from './terminal/signals.js';

type PortsCommandOptions = GatewayOptions & {
  readonly config?: string;
  readonly json?: true;
  readonly watch?: true;
  readonly root?: string;
};

const HELP = `
With WAYPOST_API_KEY set, a running gateway is asked for its view too.

Exit status: 0 when all is well; 1 when there is no serial device at all, a configured one is missing, may not be opened
or is held by another program, or the gateway does not answer.`;

export const portsCommand = (): Command =>
  gatewayOptions(new Command('ports'))
    .description('the serial devices of this machine: what they are, who holds them, and what the configuration says')
    .option('--config <file>', 'the configuration of the gateway')
    .option('--watch', 'go on, and tell what appears, vanishes or changes its holder')
    .option('--json', 'print JSON; with --watch, a line for each change')
    .addOption(new Option('--root <folder>', 'with dev, sys and proc, for tests').hideHelp())
    .addHelpText('after', HELP)
    .action(ports)
    // --json after the name of a command of its own is that command's.
    .enablePositionalOptions()
    .addCommand(listenCommand());

async function ports({ config, url, user, json, watch, root }: PortsCommandOptions): Promise<void> {
  const settings = await loadSettings(config === undefined ? {} : { config }, process.env);
  const configs = settings.config.serial.ports;
  const roots = root === undefined ? SYSTEM_PATHS : rootsBelow(root);
  if (watch) {
    const readRows = () => portRows({ roots, configs, statuses: [] });
    const clock = createClock();
    await watchPorts({
      roots,
      clock,
      readRows,
      stopped: untilStopped(),
      onChange(change) {
        const { time, path, change: how, what } = change;
        process.stdout.write(json ? `${JSON.stringify(change)}\n` : `${time} ${path} ${how}: ${what}\n`);
      },
    });
    return;
  }
  const apiKey = process.env.WAYPOST_API_KEY;
  let statuses: readonly PortStatus[] = [];
  if (apiKey !== undefined) {
    try {
      statuses = await gatewayPorts({ url, user, apiKey });
    } catch (error) {
      // What this machine says of itself is worth having all the same.
      process.stderr.write(`waypost: ${messageOf(error)}\n`);
      process.exitCode = 1;
    }
  }
  const rows = await portRows({ roots, configs, statuses });
  process.stdout.write(json ? `${JSON.stringify({ ports: rows })}\n` : describePorts(rows));
  if (rows.length === 0 || rows.some(needsHelp)) process.exitCode = 1;
}

const rootsBelow = (folder: string): SystemPaths => ({
  dev: join(folder, 'dev'),
  sys: join(folder, 'sys'),
  proc: join(folder, 'proc'),
});
