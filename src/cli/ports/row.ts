import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { isTcpPath } from '../../schema/ports/port-path.js';
import { listDevices, type SerialDevice } from '../../serial/linux/discovery.js';
import { findHoldersByPath, type Holder } from '../../serial/linux/holders.js';
import { resolveDevicePath } from '../../serial/linux/resolve.js';
import type { SystemPaths } from '../../serial/linux/system-paths.js';

/** A port as a technician wants to see it: what is plugged in, or configured, or both. */
export type PortRow = {
  /** the node, or what is configured when nothing is there */
  readonly path: string;
  /** null: there is no such device; of a device server nobody knows until he asks it */
  readonly device: SerialDevice | null;
  /** the name to write into a configuration: it means this device, or this socket, after a re-plug too */
  readonly lastingName: string | null;
  readonly present: boolean;
  /** may this user open it? */
  readonly allowed: boolean;
  readonly holders: readonly Holder[];
  readonly configured: PortConfig | null;
  /** what a running gateway says of it */
  readonly gateway: PortStatus | null;
};

type PortRowsOptions = {
  readonly roots: SystemPaths;
  readonly configs: readonly PortConfig[];
  readonly statuses: readonly PortStatus[];
};

/** The devices of this machine, and after them what is configured beyond them. */
export async function portRows({ roots, configs, statuses }: PortRowsOptions): Promise<PortRow[]> {
  const withTargets = <T extends { readonly path: string }>(things: readonly T[]) =>
    Promise.all(things.map(async (thing) => ({ thing, target: await targetOf(thing.path, roots) })));
  const devices = await listDevices(roots);
  const configured = await withTargets(configs);
  const reported = await withTargets(statuses);
  const plugged = await withTargets(devices);
  const unplugged = configured.filter(({ target }) => !plugged.some((other) => other.target === target));
  const holders = await findHoldersByPath([...plugged, ...unplugged].map(({ target }) => target));

  const row = async (path: string, target: string, device: SerialDevice | null): Promise<PortRow> => ({
    path,
    device,
    lastingName: device === null ? null : persistentNameOf(device, devices),
    ...(isTcpPath(path) ? deviceServerState : await stateOf(target)),
    holders: holders.get(target) ?? [],
    configured: configured.find((other) => other.target === target)?.thing ?? null,
    gateway: reported.find((other) => other.target === target)?.thing ?? null,
  });
  return Promise.all([
    ...plugged.map(({ thing, target }) => row(thing.path, target, thing)),
    ...unplugged.map(({ thing, target }) => row(thing.path, target, null)),
  ]);
}

const deviceServerState = { present: true, allowed: true } as const;

async function stateOf(target: string): Promise<Pick<PortRow, 'present' | 'allowed'>> {
  const may = (mode: number): Promise<boolean> =>
    access(target, mode).then(
      () => true,
      () => false,
    );
  return { present: await may(constants.F_OK), allowed: await may(constants.R_OK | constants.W_OK) };
}

/** What a path leads to at last: two that lead to the same are the same port. */
async function targetOf(path: string, roots: SystemPaths): Promise<string> {
  const node = isTcpPath(path) ? path : await resolveDevicePath(path, roots);
  return realpath(node).catch(() => node);
}

/** By serial number; by socket where there is none, or where two devices claim the same. */
function persistentNameOf({ byId, byPath, serialNumber }: SerialDevice, all: readonly SerialDevice[]): string | null {
  const isUnique = all.filter((other) => other.byId === byId).length === 1;
  return byId !== null && serialNumber !== null && isUnique ? byId : (byPath ?? byId);
}
