import { success } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { protocols } from '../../../src/protocols/index.js';
import { NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import { createPorts } from '../../../src/serial/port/ports.js';
import type { VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { eventually } from '../gateway/eventually.js';

/** A line whose protocol the gateway must detect. */
export type DetectionLine = {
  readonly line: VirtualPort;
  /** writes the sample once; resolves when the line has taken it */
  readonly write: () => Promise<unknown>;
};

export type DetectionResult = {
  /** the port when its protocol was detected */
  readonly status: PortStatus;
  /** bytes written to the line before */
  readonly written: number;
};

/** Reads all lines at once with `auto` and returns the result for each path. */
export async function detectAll(lines: readonly DetectionLine[]): Promise<Map<string, DetectionResult>> {
  const found = new Map<string, DetectionResult>();
  const written = new Map<string, number>();
  for (const { line } of lines) {
    line.onData((bytes) => written.set(line.path, (written.get(line.path) ?? 0) + bytes.length));
  }
  const ports = createPorts({
    configs: lines.map(({ line }) => ({ path: line.path, protocol: 'auto' })),
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
  let isOver = false;
  const writing = lines.map(async ({ line, write }) => {
    while (!found.has(line.path) && !isOver) await write();
  });
  try {
    await eventually('every protocol is detected', () => found.size === lines.length).catch((error: unknown) => {
      const open = ports.statuses().filter(({ path }) => !found.has(path));
      throw new Error(`protocol not detected: ${JSON.stringify(open)}`, { cause: error });
    });
  } finally {
    isOver = true;
    // A line without a reader accepts no more data, so it is unplugged.
    for (const { line } of lines) line.close();
    await Promise.all(writing);
    await ports.stop();
  }
  return found;
}
