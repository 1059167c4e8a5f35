import type { SerialDevice } from './discovery.js';

/**
 * The name that means the same device after it is unplugged and plugged in again: by serial number; by socket if there is
 * none, or if two devices have the same; null without either.
 */
export function persistentNameOf(
  { byId, byPath, serialNumber }: SerialDevice,
  all: readonly SerialDevice[],
): string | null {
  const isUnique = all.filter((other) => other.byId === byId).length === 1;
  return byId !== null && serialNumber !== null && isUnique ? byId : (byPath ?? byId);
}

/** All names of a device. */
export const namesOf = ({ byId, byPath, path }: SerialDevice): string[] =>
  [byId, byPath, path].filter((name) => name !== null);
