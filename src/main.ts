#!/usr/bin/env node
import { Command } from 'commander';
import { packageVersion } from './app.js';
import { backupCommand } from './cli/backup.js';
import { checkCommand } from './cli/check.js';
import { demoCommand } from './cli/demo.js';
import { exportCommand } from './cli/export.js';
import { portsCommand } from './cli/ports.js';
import { replayCommand } from './cli/replay.js';
import { restoreCommand } from './cli/restore.js';
import { serveCommand } from './cli/serve.js';
import { simulateCommand } from './cli/simulate.js';
import { messageOf, WaypostError } from './errors.js';

const program = new Command('waypost')
  .description('The box in the depot: serial trackers in, the device-tracking REST API out.')
  .version(packageVersion())
  .enablePositionalOptions()
  .addCommand(serveCommand(), { isDefault: true })
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(exportCommand())
  .addCommand(checkCommand())
  .addCommand(portsCommand())
  .addCommand(demoCommand())
  .addCommand(simulateCommand())
  .addCommand(replayCommand());
// user, key, device, provision: one file each beside these

try {
  await program.parseAsync();
} catch (error) {
  // What was refused for a reason is told in a sentence; anything else is a fault of ours, with its trace.
  process.stderr.write(`waypost: ${error instanceof WaypostError ? messageOf(error) : describe(error)}\n`);
  process.exitCode = 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
