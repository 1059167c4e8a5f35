import { join } from 'node:path';
import { Command, Option } from 'commander';
import { loadSettings } from '../config.js';
import { messageOf } from '../errors.js';
import type { PortStatus } from '../schema/ports/port.js';
import { SYSTEM_PATHS, type SystemPaths } from '../serial/linux/system-paths.js';
import { createClock } from '../time/clock.js';
import { printableJson } from '../schema/printable-text.js';
import { connectGateway, gatewayOptions, type GatewayOptions } from './gateway/gateway-options.js';
import { connectionsCommand } from './ports/connections.js';
import { listenCommand } from './ports/listen.js';
import { describePorts, needsHelp } from './ports/describe.js';
import { isListenerFailed, listenerRows } from './ports/listener-row.js';
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
With WAYPOST_API_KEY set, the output includes the state of the ports and listeners in the running gateway.

Exit status: 0 without problems; 1 if there is neither a serial device nor a listener, if a configured device is missing,
cannot be opened or is held by another program, if the gateway cannot open a listener, or if it does not answer.`;

export const portsCommand = (): Command =>
  gatewayOptions(new Command('ports'))
    .description(
      'list the serial devices of this machine, the programs that hold them, their configuration, and the listeners',
    )
    .option('--config <file>', 'configuration file of the gateway')
    .option('--watch', 'keep running, and print each device that appears, vanishes or changes its holder')
    .option('--json', 'print JSON; with --watch, one line per change')
    .addOption(new Option('--root <folder>', 'folder with dev, sys and proc, for tests').hideHelp())
    .addHelpText('after', HELP)
    .action(ports)
    // Without this, --json after a subcommand would be parsed as an option of `ports`.
    .enablePositionalOptions()
    .addCommand(listenCommand())
    .addCommand(connectionsCommand());

async function ports({ config, json, watch, root, ...access }: PortsCommandOptions): Promise<void> {
  const settings = await loadSettings(config === undefined ? {} : { config }, process.env);
  const { ports: configs, listeners: listenerConfigs } = settings.config.serial;
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
        process.stdout.write(json ? `${printableJson(change)}\n` : `${time} ${path} ${how}: ${what}\n`);
      },
    });
    return;
  }
  let statuses: readonly PortStatus[] = [];
  if (process.env.WAYPOST_API_KEY !== undefined) {
    try {
      statuses = await gatewayPorts(access);
    } catch (error) {
      // The view of this machine is useful without that of the gateway.
      process.stderr.write(`waypost: ${messageOf(error)}\n`);
      process.exitCode = 1;
    }
  }
  const rows = await portRows({ roots, configs, statuses });
  const listeners = listenerRows(listenerConfigs, statuses);
  process.stdout.write(json ? `${printableJson({ ports: rows, listeners })}\n` : describePorts(rows, listeners));
  const isEmpty = rows.length === 0 && listeners.length === 0;
  if (isEmpty || rows.some(needsHelp) || listeners.some(isListenerFailed)) process.exitCode = 1;
}

/** The ports of a running gateway. */
async function gatewayPorts(options: GatewayOptions): Promise<readonly PortStatus[]> {
  const { ports } = await (await connectGateway(options)).call('GET', '/api/ports');
  return Array.isArray(ports) ? (ports as PortStatus[]) : [];
}

const rootsBelow = (folder: string): SystemPaths => ({
  dev: join(folder, 'dev'),
  sys: join(folder, 'sys'),
  proc: join(folder, 'proc'),
});
