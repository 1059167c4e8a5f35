import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { createApp, type App } from '../../../src/app.js';
import { commandsFor } from '../../../src/cli/commands.js';
import { createProgram, describeError } from '../../../src/cli/program.js';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { TEST_KEY } from './test-key.js';
import type { Ran } from './run-to-end.js';

/** Runs a command line in this process, which takes a tenth of the time of a process of its own. One at a time. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const previous = { env: process.env, exitCode: process.exitCode };
  let output = '';
  const write = (text: string | Uint8Array): boolean => {
    output += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
  const restoreStdout = replaceWrite(process.stdout, write);
  const restoreStderr = replaceWrite(process.stderr, write);
  process.env = { PATH: process.env.PATH, ...env };
  process.exitCode = 0;
  try {
    const program = createProgram(await commandsFor(args));
    for (const command of allCommands(program)) command.exitOverride();
    await program.parseAsync(args, { from: 'user' });
    return { code: process.exitCode, output };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, output };
    return { code: 1, output: output + describeError(error) };
  } finally {
    restoreStdout();
    restoreStderr();
    process.env = previous.env;
    process.exitCode = previous.exitCode;
  }
}

/** Replaces `write` of a stream; returns a function that undoes it. */
function replaceWrite(stream: NodeJS.WriteStream, write: (text: string | Uint8Array) => boolean): () => void {
  const previous = Object.getOwnPropertyDescriptor(stream, 'write');
  Object.defineProperty(stream, 'write', { value: write, configurable: true, writable: true });
  return () => {
    if (previous === undefined) Reflect.deleteProperty(stream, 'write');
    else Object.defineProperty(stream, 'write', previous);
  };
}

const allCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allCommands)];

/** A gateway in this process for each test of the suite, with its data in `data` below `folder`. Call it in `describe`. */
export function useGateway(folder: () => string, config: object = {}): () => string {
  let app: App | undefined;
  let url = '';
  beforeEach(async () => {
    const settings = valueOf(validateConfig({ ...config, http: { host: '127.0.0.1', port: 0 } }));
    const options = { config: settings, data: join(folder(), 'data'), adminApiKey: TEST_KEY };
    app = await createApp(options, { logger: silentLogger });
    url = `http://127.0.0.1:${(await app.start()).port}`;
  });
  afterEach(async () => {
    await app?.stop();
    app = undefined;
  });
  return () => url;
}
