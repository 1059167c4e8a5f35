import { Command } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import { packageVersion } from '../package.js';
import { commandsFor } from './commands.js';

/** The program with the commands that `words`, the command line without the program, may mean. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('waypost')
    .description('A gateway for serial GPS trackers, with a REST API and a dashboard.')
    .version(packageVersion())
    .enablePositionalOptions();
  const commands = await commandsFor(words);
  for (const command of commands) program.addCommand(command, { isDefault: commands.length === 1 });
  return program;
}

/** Expected errors print one line; bugs print their stack. */
export function describeError(error: unknown): string {
  const text = error instanceof Error && !(error instanceof WaypostError) ? error.stack : undefined;
  return `waypost: ${text ?? messageOf(error)}\n`;
}
