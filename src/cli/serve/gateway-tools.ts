import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { WaypostError } from '../../errors.js';
import type { GatewayTools } from '../../gateway-files.js';
import type { RestoreResult } from '../../store/backup/restore.js';

export type GatewayToolsOptions = {
  /** the data folder */
  readonly data: string;
  readonly config: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** ends the commands that run */
  readonly signal: AbortSignal;
};

const CHECK_TIMEOUT_MS = 1_800_000;
const MAX_OUTPUT_CHARS = 16_777_216;
/** In the data folder; removed when the gateway starts. */
const CHECK_FOLDER = 'files/uploads/check';

/** Commands of this program, each in a process of its own with a low priority. */
export function createGatewayTools({ data, config, env, signal }: GatewayToolsOptions): Required<GatewayTools> {
  return {
    async checkBackup(file, maxBytes) {
      const limits = ['--max-bytes', String(Math.max(0, maxBytes)), '--work', CHECK_FOLDER];
      const args = ['restore', file, '--dry-run', '--json', '--data', data, ...limits];
      return JSON.parse(await run(args, { env, signal, timeoutMs: CHECK_TIMEOUT_MS })) as RestoreResult;
    },
    makeBundle(parts) {
      const flags = config === undefined ? [] : ['--config', config];
      const args = ['bundle', '-', '--data', data, '--parts', ...flags];
      return Readable.from(outputOf(args, { env, signal, timeoutMs: CHECK_TIMEOUT_MS, input: JSON.stringify(parts) }), {
        objectMode: false,
      });
    },
  };
}

type RunOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly input?: string;
};

type Command = { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<void> };

/** `ended` rejects with what the command wrote to standard error. */
function start(args: readonly string[], { env, signal, timeoutMs, input = '' }: RunOptions): Command {
  const [, program = ''] = process.argv;
  // The API key would make it call the gateway, the passphrase would decrypt secrets, and the socket is the gateway's.
  const left = { ...env };
  delete left.WAYPOST_API_KEY;
  delete left.WAYPOST_PASSPHRASE;
  delete left.NOTIFY_SOCKET;
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env: left,
    signal,
    timeout: timeoutMs,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let problem = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(-4_096);
  });
  // A command that ends early does not read its input.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new WaypostError('validation_failed', reasonOf(problem, code)));
    });
  });
  return { child, ended };
}

/** The whole standard output. */
async function run(args: readonly string[], options: RunOptions): Promise<string> {
  const { child, ended } = start(args, options);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < MAX_OUTPUT_CHARS) output += text;
  });
  await ended;
  return output;
}

/** A gzip file, piece by piece. Its first part is empty and comes before the command has started. */
async function* outputOf(args: readonly string[], options: RunOptions): AsyncGenerator<Buffer> {
  yield gzipSync('');
  const { child, ended } = start(args, options);
  // It is awaited only after the output.
  ended.catch(() => undefined);
  try {
    for await (const piece of child.stdout) yield piece as Buffer;
    await ended;
  } finally {
    // The reader may have gone.
    child.kill();
  }
}

/** The last line: progress may come before it. */
function reasonOf(problem: string, code: number | null): string {
  const last =
    problem
      .trim()
      .split(/[\r\n]/)
      .at(-1) ?? '';
  if (code === null) return 'the check took too long, or more memory than there is: use the command line';
  return last.replace(/^waypost: /, '') || `the command ended with status ${code}`;
}
