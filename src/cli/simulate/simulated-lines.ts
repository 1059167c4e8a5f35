import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PortAssignment } from '../../simulator/simulation.js';
import { trackerKinds } from '../../simulator/trackers/index.js';
import { openRealPort } from './real-port.js';
import type { SimulateOptions } from './simulate-options.js';

/** The lines that simulated trackers are on. */
export type SimulatedLineSet = {
  readonly assignments: readonly (PortAssignment & { readonly path: string })[];
  /** resolves with the reason when a port that is not ours is lost */
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

/** `now`: ms, monotonic. A virtual port is a link that ends on `.tty`. */
export async function openSimulatedLines(options: SimulateOptions, now: () => number): Promise<SimulatedLineSet> {
  const { protocol, count, port, baud } = options;
  const { ids, sharesPort, baudRate } = trackerKinds[protocol];
  const prefix = options.devices ?? ids.prefix ?? protocol;
  const deviceIds = Array.from({ length: count }, (_, index) => ids.nth(prefix, index + 1));
  if (port !== undefined) {
    const line = await openRealPort(port, baud ?? baudRate);
    return { assignments: [{ line, path: port, deviceIds }], lost: line.lost, close: line.close };
  }

  // The native part of the virtual ports is not on every platform: only who asks for them needs it.
  const { openVirtualPort } = await import('../../simulator/ports/virtual-port.js');
  const own = options.folder === undefined;
  const folder = own ? await mkdtemp(join(tmpdir(), 'waypost-simulate-')) : resolve(options.folder);
  await mkdir(folder, { recursive: true });
  const speed = baud === undefined ? {} : { baudRate: baud, pacedBy: now };
  const groups = sharesPort ? [deviceIds] : deviceIds.map((id) => [id]);
  const lines = groups.map((on) => {
    const path = join(folder, `${sharesPort ? prefix : (on[0] ?? prefix)}.tty`);
    return { path, deviceIds: on, line: openVirtualPort(path, speed) };
  });
  return {
    assignments: lines,
    lost: new Promise(() => undefined),
    async close() {
      for (const { line } of lines) line.close();
      if (own) await rm(folder, { recursive: true, force: true });
    },
  };
}
