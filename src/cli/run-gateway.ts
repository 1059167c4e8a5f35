import { run } from './run.js';
import { onClosedPipe } from './terminal/output.js';
import { serveCommand } from './serve.js';

/** Runs the gateway. The build bundles it apart from the other commands: shared files would double the number to load. */
export function runGateway(words: readonly string[]): Promise<void> {
  // It goes on recording.
  onClosedPipe(() => undefined);
  return run(words, Promise.resolve([serveCommand()]));
}
