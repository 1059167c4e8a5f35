import { run } from './run.js';
import { serveCommand } from './serve.js';

/** Runs the gateway. The build bundles it apart from the other commands: shared files would double the number to load. */
export const runGateway = (words: readonly string[]): Promise<void> => run(words, Promise.resolve([serveCommand()]));
