import { Command } from 'commander';
import { createApp } from '../app.js';
import { loadSettings, type GatewayFlags } from '../config.js';
import { createLogger } from '../logger.js';
import { timers } from '../time/clock.js';
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
  const { config, data, adminApiKey } = await loadSettings(flags, process.env);
  // Install the handlers first, so that SIGTERM during startup shuts down cleanly.
  const stopped = untilStopped();
  const logger = createLogger(config.log.level);
  const manager = createServiceManager({ env: process.env, pid: process.pid, timers, logger });
  const app = await createApp({ config, data, adminApiKey, onAdminKeyCreated }, { logger });
  const { port, fingerprint } = await app.start();
  const { host, tls } = config.http;
  const scheme = tls.enabled ? 'https' : 'http';
  if (fingerprint !== undefined) process.stdout.write(`SHA-256 fingerprint of the certificate: ${fingerprint}\n`);
  const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`Waypost listens on ${url}, data in ${data}\n`);
  if (config.serial.ports.length === 0) {
    process.stdout.write(
      'No serial ports are configured (serial.ports). To try Waypost with simulated trackers: npm run demo\n',
    );
  }
  manager.ready(`listens on ${url}`, app.checkWritable);
  await stopped;
  const notified = manager.stopping();
  await app.stop();
  await notified;
}

function onAdminKeyCreated(key: string): void {
  process.stdout.write(`First start: created the administrator "admin". API key (shown only once):\n\n  ${key}\n\n`);
}
