import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openNetworkLine } from '../../simulator/ports/network-line.js';
import type { ListenerAddress } from '../../simulator/ports/network-socket.js';
import type { PortAssignment } from '../../simulator/simulation.js';
import { trackerKinds } from '../../simulator/trackers/index.js';
import { openRealPort } from './real-port.js';
import type { SimulateOptions } from './simulate-options.js';

/** The ports of the simulated trackers. */
export type SimulatedLineSet = {
  readonly assignments: readonly (PortAssignment & { readonly path: string })[];
  /** resolves with the reason when an existing port is lost */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

/** Opens virtual ports, as links that end in `.tty`, the existing port, or connections. `now`: ms, monotonic. */
export async function openSimulatedLines(options: SimulateOptions, now: () => number): Promise<SimulatedLineSet> {
  const { protocol, count, port, baud, connect } = options;
  const { ids, sharesPort, baudRate } = trackerKinds[protocol];
  const prefix = options.devices ?? ids.prefix ?? protocol;
  const deviceIds = Array.from({ length: count }, (_, index) => ids.nth(prefix, index + 1));
  if (port !== undefined) {
    const line = await openRealPort(port, baud ?? baudRate);
    return { assignments: [{ line, path: port, deviceIds }], lost: line.lost, close: line.close };
  }
  const groups = sharesPort ? [deviceIds] : deviceIds.map((id) => [id]);
  if (connect !== undefined) return connectLines(connect, groups);

  // Loaded on demand, because its native module is not available on every platform.
  const { openVirtualPort } = await import('../../simulator/ports/virtual-port.js');
  const isTemporary = options.folder === undefined;
  const folder = isTemporary ? await mkdtemp(join(tmpdir(), 'waypost-simulate-')) : resolve(options.folder);
  await mkdir(folder, { recursive: true });
  const speed = baud === undefined ? {} : { baudRate: baud, pacedBy: now };
  const lines = groups.map((group) => {
    const path = join(folder, `${sharesPort ? prefix : (group[0] ?? prefix)}.tty`);
    return { path, deviceIds: group, line: openVirtualPort(path, speed) };
  });
  return {
    assignments: lines,
    lost: new Promise(() => undefined),
    async close() {
      for (const { line } of lines) line.close();
      if (isTemporary) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A connection for each group of trackers. */
function connectLines(address: ListenerAddress, groups: readonly (readonly string[])[]): SimulatedLineSet {
  const lines = groups.map((deviceIds) => ({ deviceIds, line: openNetworkLine(address) }));
  return {
    assignments: lines.map(({ line, deviceIds }) => ({ line, path: line.path, deviceIds })),
    lost: new Promise(() => undefined),
    close() {
      for (const { line } of lines) line.close();
      return Promise.resolve();
    },
  };
}
