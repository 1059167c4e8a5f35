import { commandsFor } from './commands.js';
import { run } from './run.js';
import { onClosedPipe } from './terminal/output.js';

/** Runs any command; it ends when the reader of its output has ended. */
export function runCommand(words: readonly string[]): Promise<void> {
  onClosedPipe(() => process.exit());
  return run(words, commandsFor(words));
}
