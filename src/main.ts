#!/usr/bin/env node
import { Command } from 'commander';
import { commandsFor } from './cli/commands.js';
import { messageOf, WaypostError } from './errors.js';
import { packageVersion } from './package.js';

const program = new Command('waypost')
  .description('The box in the depot: serial trackers in, the device-tracking REST API out.')
  .version(packageVersion())
  .enablePositionalOptions();
const commands = await commandsFor(process.argv.slice(2));
for (const command of commands) program.addCommand(command, { isDefault: commands.length === 1 });

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
