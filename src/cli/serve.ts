import { Command } from 'commander';
import { createApp } from '../app.js';
import { prepareStart } from '../config/prepare-start.js';
import { loadSettings, type GatewayFlags } from '../config.js';
import { dataFolders } from '../data-folder.js';
import { createLogTail } from '../log-tail.js';
import { createLogger, type Logger } from '../logger.js';
import { addressOf } from '../schema/ports/port-path.js';
import { movePreviousData } from '../store/previous-data.js';
import { createClock, timers } from '../time/clock.js';
import { ownCommand } from './own-command.js';
import { describeFirstSignIn } from './serve/first-sign-in.js';
import { createGatewayTools } from './serve/gateway-tools.js';
import { createServiceManager } from './serve/service-manager.js';
import { untilStopped } from './terminal/signals.js';

export const serveCommand = (): Command =>
  new Command('serve')
    .description('run the gateway (the default command)')
    .option('--config <file>', 'configuration file (JSON); overrides config/default.json')
    .option('--data <folder>', 'data folder')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; 0: any free port')
    .option('--log-level <level>', 'silent, error, warn, info or debug')
    .action(serve);

async function serve(flags: GatewayFlags): Promise<void> {
  const settings = await loadSettings(flags, process.env);
  await prepareStart(settings);
  const { config, configured, data, adminApiKey } = settings;
  // Install the handlers first, so that SIGTERM during startup shuts down cleanly.
  const stopped = untilStopped();
  const logTail = createLogTail();
  const logger = createLogger(config.log.level, process.stdout, logTail);
  if (data === dataFolders().usual) await takePreviousData(data, logger);
  const manager = createServiceManager({ env: process.env, pid: process.pid, timers, logger });
  const commands = new AbortController();
  const tools = createGatewayTools({ data, config: flags.config, env: process.env, signal: commands.signal });
  const options = { config, configured, data, adminApiKey, createsFirstLink: adminApiKey === undefined };
  const app = await createApp(options, { logger, logTail, tools });
  const { port, fingerprint, firstSignIn } = await app.start();
  const { host, tls } = config.http;
  const scheme = tls.enabled ? 'https' : 'http';
  if (fingerprint !== undefined) process.stdout.write(`SHA-256 fingerprint of the certificate: ${fingerprint}\n`);
  const url = `${scheme}://${addressOf({ host, port })}`;
  process.stdout.write(describeFirstSignIn(firstSignIn, { scheme, host, port }));
  process.stdout.write(`Waypost listens on ${url}, data in ${data}\n`);
  if (config.serial.ports.length === 0 && config.serial.listeners.length === 0) {
    process.stdout.write(
      `No serial ports are configured (serial.ports). To try Waypost with simulated trackers: ${ownCommand('demo')}\n`,
    );
  }
  manager.ready(`listens on ${url}`, app.checkWritable);
  await stopped;
  const notified = manager.stopping();
  commands.abort();
  await app.stop();
  await notified;
}

/** The data of a version that kept them in the folder of its package. */
async function takePreviousData(data: string, logger: Logger): Promise<void> {
  const now = new Date(createClock().now()).toISOString();
  const from = await movePreviousData({ from: dataFolders().previous, to: data, now });
  if (from !== undefined)
    logger.warn({ from, to: data }, 'data folder moved: this version keeps it outside of its package');
}
