import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import type { PortConfig } from '../../schema/config.js';
import type { PortStatus } from '../../schema/port.js';
import { isTcpPath } from '../../schema/port-path.js';
import { listDevices, type SerialDevice } from '../../serial/machine/discovery.js';
import { holdersOfEach, type Holder } from '../../serial/machine/holders.js';
import { resolveDevice } from '../../serial/machine/resolve.js';
import type { Roots } from '../../serial/machine/roots.js';

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

type Parts = {
  readonly roots: Roots;
  readonly configs: readonly PortConfig[];
  readonly statuses: readonly PortStatus[];
};

/** The devices of this machine, and after them what is configured beyond them. */
export async function portRows({ roots, configs, statuses }: Parts): Promise<PortRow[]> {
  const placed = <T extends { readonly path: string }>(things: readonly T[]) =>
    Promise.all(things.map(async (thing) => ({ thing, place: await placeOf(thing.path, roots) })));
  const devices = await listDevices(roots);
  const configured = await placed(configs);
  const asked = await placed(statuses);
  const plugged = await placed(devices);
  const beyond = configured.filter(({ place }) => !plugged.some((other) => other.place === place));
  const holders = await holdersOfEach([...plugged, ...beyond].map(({ place }) => place));

  const row = async (path: string, place: string, device: SerialDevice | null): Promise<PortRow> => ({
    path,
    device,
    lastingName: device === null ? null : lastingNameOf(device, devices),
    ...(isTcpPath(path) ? server : await stateOf(place)),
    holders: holders.get(place) ?? [],
    configured: configured.find((other) => other.place === place)?.thing ?? null,
    gateway: asked.find((other) => other.place === place)?.thing ?? null,
  });
  return Promise.all([
    ...plugged.map(({ thing, place }) => row(thing.path, place, thing)),
    ...beyond.map(({ thing, place }) => row(thing.path, place, null)),
  ]);
}

const server = { present: true, allowed: true } as const;

async function stateOf(place: string): Promise<Pick<PortRow, 'present' | 'allowed'>> {
  const may = (mode: number): Promise<boolean> =>
    access(place, mode).then(
      () => true,
      () => false,
    );
  return { present: await may(constants.F_OK), allowed: await may(constants.R_OK | constants.W_OK) };
}

/** What a path leads to at last: two that lead to the same are the same port. */
async function placeOf(path: string, roots: Roots): Promise<string> {
  const node = isTcpPath(path) ? path : await resolveDevice(path, roots);
  return realpath(node).catch(() => node);
}

/** By serial number; by socket where there is none, or where two devices claim the same. */
function lastingNameOf({ byId, byPath, serialNumber }: SerialDevice, all: readonly SerialDevice[]): string | null {
  const isUnique = all.filter((other) => other.byId === byId).length === 1;
  return byId !== null && serialNumber !== null && isUnique ? byId : (byPath ?? byId);
}
