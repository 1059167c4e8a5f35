import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import { listDevices, type SerialDevice } from '../../serial/linux/discovery.js';
import { findHoldersByPath, type Holder } from '../../serial/linux/holders.js';
import { resolveDevicePath } from '../../serial/linux/resolve.js';
import type { SystemPaths } from '../../serial/linux/system-paths.js';

/** A port that is present, or configured, or both. */
export type PortRow = {
  /** the device node, or the configured path if there is none */
  readonly path: string;
  /** null without such a device, and for a device server (`tcp://`), which is not contacted */
  readonly device: SerialDevice | null;
  /** the name to configure: it means the same device, or the same socket, after it is unplugged and plugged in again */
  readonly lastingName: string | null;
  readonly present: boolean;
  /** this user has permission to open it */
  readonly allowed: boolean;
  readonly holders: readonly Holder[];
  readonly configured: PortConfig | null;
  /** its state in the running gateway */
  readonly gateway: PortStatus | null;
};

type PortRowsOptions = {
  readonly roots: SystemPaths;
  readonly configs: readonly PortConfig[];
  readonly statuses: readonly PortStatus[];
};

/** The devices of this machine, followed by configured ports that are not among them. */
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
    ...(isNetworkPath(path) ? deviceServerState : await stateOf(target)),
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

/** The final target of a path. Two paths with the same target are the same port. */
async function targetOf(path: string, roots: SystemPaths): Promise<string> {
  const node = isNetworkPath(path) ? path : await resolveDevicePath(path, roots);
  return realpath(node).catch(() => node);
}

/** By serial number; by socket if there is none, or if two devices have the same. */
function persistentNameOf({ byId, byPath, serialNumber }: SerialDevice, all: readonly SerialDevice[]): string | null {
  const isUnique = all.filter((other) => other.byId === byId).length === 1;
  return byId !== null && serialNumber !== null && isUnique ? byId : (byPath ?? byId);
}
