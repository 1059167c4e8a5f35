import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { PortConfig } from '../../schema/config/config.js';
import type { PortStatus } from '../../schema/ports/port.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import { listDevices, type SerialDevice } from '../../serial/linux/discovery.js';
import { findHoldersByPath, type Holder } from '../../serial/linux/holders.js';
import { persistentNameOf } from '../../serial/linux/preferred-name.js';
import { deviceNodeOf } from '../../serial/linux/resolve.js';
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

/** The devices of this machine, followed by ports of the configuration and of the gateway that are not among them. */
export async function portRows({ roots, configs, statuses }: PortRowsOptions): Promise<PortRow[]> {
  const withTargets = <T extends { readonly path: string }>(things: readonly T[]) =>
    Promise.all(things.map(async (thing) => ({ thing, target: await targetOf(thing.path, roots) })));
  const devices = await listDevices(roots);
  const configured = await withTargets(configs);
  const used = statuses.filter(({ state, listener }) => state !== 'available' && listener === undefined);
  const reported = await withTargets(used);
  const plugged = await withTargets(devices);
  const known = new Set(plugged.map(({ target }) => target));
  const unplugged = [...configured, ...reported].filter(({ target }) => !known.has(target) && known.add(target));
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
const targetOf = async (path: string, roots: SystemPaths): Promise<string> =>
  isNetworkPath(path) ? path : deviceNodeOf(path, roots);
