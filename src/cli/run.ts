import type { Command } from 'commander';
import { createProgram, describeError } from './program.js';

/** Runs the command line `words`, which may mean `commands`; prints errors and sets the exit status. */
export async function run(words: readonly string[], commands: Promise<readonly Command[]>): Promise<void> {
  try {
    await createProgram(await commands).parseAsync(words, { from: 'user' });
  } catch (error) {
    process.stderr.write(describeError(error));
    process.exitCode = 1;
  }
}
