import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';

/** Debian installs it in the folder of the programs of the administrator. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` };

export type NatsServer = {
  readonly port: number;
  readonly url: string;
  /** `kill -9`; resolves once it has ended */
  readonly kill: () => Promise<void>;
  /** on the same port, with the same store */
  readonly start: () => Promise<void>;
  readonly output: () => string;
};

export type NatsServerOptions = {
  /** of the store and the configuration */
  readonly folder: string;
  readonly name?: string;
  readonly port?: number;
  /** of nats-server, in addition; `jetstream: false`: without it */
  readonly config?: Readonly<Record<string, unknown>>;
};

/** A real nats-server with JetStream on a free port of 127.0.0.1; resolves once it is ready. */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServer> {
  const { folder, name = 'one', config = {} } = options;
  const port = options.port ?? (await freePort());
  const file = join(folder, `${name}.json`);
  const store = join(folder, `store-${name}`);
  mkdirSync(store, { recursive: true });
  const jetstream = { store_dir: store, max_mem: 64_000_000, max_file: 1_000_000_000 };
  // Its configuration format takes JSON.
  writeFileSync(file, JSON.stringify({ server_name: name, listen: `127.0.0.1:${port}`, jetstream, ...config }));
  let child: ChildProcess | undefined;
  let output = '';

  const server: NatsServer = {
    port,
    url: `nats://127.0.0.1:${port}`,
    output: () => output,
    async kill() {
      const running = child;
      if (running?.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
    async start() {
      output = '';
      const started = spawn('nats-server', ['-c', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      started.on('error', (error) => (output += error.message));
      started.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await eventually('nats-server is ready', () => {
        if (started.exitCode !== null || output.includes('ENOENT')) throw new Error(`nats-server ended: ${output}`);
        return output.includes('Server is ready');
      });
    },
  };
  await server.start();
  return server;
}

/** Three servers with a store each. */
export async function startNatsCluster(folder: string): Promise<readonly NatsServer[]> {
  const names = ['a', 'b', 'c'];
  const routes = await Promise.all(names.map(() => freePort()));
  const start = (name: string, index: number): Promise<NatsServer> =>
    startNatsServer({
      folder,
      name,
      config: {
        cluster: {
          name: 'test',
          listen: `127.0.0.1:${routes[index] ?? 0}`,
          routes: routes.map((port) => `nats://127.0.0.1:${port}`),
        },
      },
    });
  return Promise.all(names.map(start));
}

export const urlOf = (servers: readonly NatsServer[]): string =>
  `nats://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;

/** The servers that a suite has started end after each test. Call it in `describe`. */
export function useNatsServers(): (server: Promise<NatsServer>) => Promise<NatsServer> {
  const servers: NatsServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()));
  });
  return async (starting) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
}
