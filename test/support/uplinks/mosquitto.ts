import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';

const PROGRAM = '/usr/sbin/mosquitto';

export type MosquittoOptions = {
  /** further lines of the configuration; paths are relative to the broker's folder */
  readonly lines?: readonly string[];
  /** files in its folder, by name */
  readonly files?: Readonly<Record<string, string>>;
  /** password by user: no other clients are let in */
  readonly users?: Readonly<Record<string, string>>;
};

/** A real broker on a free port of 127.0.0.1. */
export type Mosquitto = {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  readonly log: () => string;
  readonly start: () => Promise<void>;
  /** Resolves once it has ended. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Kills it and removes its folder. */
  readonly remove: () => Promise<void>;
};

export async function createMosquitto({ lines = [], files = {}, users }: MosquittoOptions = {}): Promise<Mosquitto> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'waypost-mosquitto-'));
  const config = join(folder, 'mosquitto.conf');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const access = users === undefined ? ['allow_anonymous true'] : ['password_file passwords'];
  if (users !== undefined) writePasswords(join(folder, 'passwords'), users);
  const all = [`listener ${port} 127.0.0.1`, 'user root', 'log_dest stderr', 'log_type all', ...access, ...lines];
  writeFileSync(config, `${all.join('\n')}\n`);
  let child: ChildProcess | undefined;
  let output = '';

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const running = child;
    child = undefined;
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    folder,
    log: () => output,
    async start() {
      output = '';
      const running = spawn(PROGRAM, ['-c', config], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      child = running;
      for (const stream of [running.stdout, running.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      await eventually('mosquitto runs', () => {
        if (running.exitCode !== null) throw new Error(`mosquitto ended: ${output}`);
        return /mosquitto version \S+ running/.test(output);
      });
    },
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writePasswords(file: string, users: Readonly<Record<string, string>>): void {
  writeFileSync(file, '');
  for (const [user, password] of Object.entries(users)) {
    const { status, stderr } = spawnSync('mosquitto_passwd', ['-b', file, user, password], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`mosquitto_passwd failed: ${stderr}`);
  }
}

/** A broker for each test of the suite. Call it in `describe`. */
export function useMosquitto(options: MosquittoOptions = {}): () => Mosquitto {
  let broker: Mosquitto | undefined;
  beforeEach(async () => {
    broker = await createMosquitto(options);
    await broker.start();
  });
  afterEach(() => broker?.remove());
  return () => {
    if (broker === undefined) throw new Error('no test is running');
    return broker;
  };
}
