import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Measured programs run on one core, and all that feeds and loads them on another. */
const MEASURED_CORE = 0;
const LOAD_CORE = 1;

const isShared = availableParallelism() < 2;

/** The words before a command that is measured. */
export const onMeasuredCore: readonly string[] = isShared ? [] : ['taskset', '-c', String(MEASURED_CORE)];

/** Moves this process to the core of the load. Its children stay there, unless they are started with the words above. */
export function takeLoadCore(): void {
  if (isShared) console.log('one core only: the load and what it measures share it, so that the figures mean little');
  else spawnSync('taskset', ['-acp', String(LOAD_CORE), String(process.pid)]);
}

export type Child = { readonly pid: number; readonly process: ChildProcess; readonly stop: () => Promise<void> };

/** Starts any program on the measured core, without its output. */
export function spawnMeasured(program: string, args: readonly string[]): ChildProcess {
  const [command, ...before] = onMeasuredCore;
  return spawn(command ?? program, command === undefined ? args : [...before, program, ...args], { stdio: 'ignore' });
}

/** Starts a Node program on the measured core. */
export function startMeasured(file: string, args: readonly string[] = []): Child {
  const [command, ...before] = onMeasuredCore;
  const words = command === undefined ? [file, ...args] : [...before, process.execPath, file, ...args];
  const child = spawn(command ?? process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { pid: child.pid ?? 0, process: child, stop: () => end(child) };
}

/** Starts a Node program on the measured core, with a channel for messages; resolves with its first message. */
export async function forkMeasured(file: string, args: readonly string[]): Promise<ChildProcess> {
  const [command, ...before] = onMeasuredCore;
  const options = command === undefined ? {} : { execPath: command, execArgv: [...before, process.execPath] };
  const child = fork(file, args, options);
  await nextMessage(child);
  return child;
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

const PATIENCE_MS = 5_000;

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(hard);
}

/** The words of the first line that a program prints. */
export async function firstLine({ process: child }: Child): Promise<readonly string[]> {
  if (child.stdout === null) throw new Error('the output of the program is not read');
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return text.toString().trim().split(' ');
}
