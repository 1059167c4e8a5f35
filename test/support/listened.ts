import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { protocols } from '../../src/protocols/index.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import type { PortStatus } from '../../src/schema/ports/port.js';
import { createPorts } from '../../src/serial/port/ports.js';
import { createClock } from '../../src/time/clock.js';
import type { VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from './eventually.js';

/** A line of which the gateway is to find out what is spoken. */
export type Spoken = {
  readonly line: VirtualPort;
  /** says what is spoken on it, once; resolves when the line has taken it */
  readonly say: () => Promise<unknown>;
};

export type Listened = {
  /** the port when it was known what is spoken */
  readonly status: PortStatus;
  /** bytes that were written to the line before */
  readonly written: number;
};

/** More than two rounds over all speeds. */
const patienceMs = 120_000;
const clock = createClock();

/** Reads all lines at once with `auto`, and gives what was found out on each, by its path. */
export async function listenTo(spoken: readonly Spoken[]): Promise<Map<string, Listened>> {
  const found = new Map<string, Listened>();
  const written = new Map<string, number>();
  for (const { line } of spoken) {
    line.onData((bytes) => written.set(line.path, (written.get(line.path) ?? 0) + bytes.length));
  }
  const ports = createPorts({
    configs: spoken.map(({ line }) => ({ path: line.path, protocol: 'auto' })),
    protocols,
    receive: () => Promise.resolve(success({ accepted: 1, duplicates: 0 })),
    gateway: NULL_CONTEXT,
    captureFolder: '/nowhere',
    logger: silentLogger,
  });
  const look = (path: string): void => {
    const status = ports.statuses().find((port) => port.path === path);
    if (status === undefined || status.protocol === 'auto' || found.has(path)) return;
    found.set(path, { status, written: written.get(path) ?? 0 });
  };
  ports.subscribe(look);
  ports.start();
  const saying = spoken.map(async ({ line, say }) => {
    for (const end = clock.monotonic() + patienceMs; !found.has(line.path) && clock.monotonic() < end;) await say();
  });
  try {
    await eventually('it is found out', () => found.size === spoken.length, patienceMs).catch((error: unknown) => {
      const open = ports.statuses().filter(({ path }) => !found.has(path));
      throw new Error(`not found out: ${JSON.stringify(open)}`, { cause: error });
    });
  } finally {
    // A line that nobody reads takes nothing any more: it is pulled.
    for (const { line } of spoken) line.close();
    await Promise.all(saying);
    await ports.stop();
  }
  return found;
}
