import { commandsFor } from './commands.js';
import { run } from './run.js';

/** Runs any command. */
export const runCommand = (words: readonly string[]): Promise<void> => run(words, commandsFor(words));
