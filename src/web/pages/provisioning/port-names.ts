import type { PortStatus } from '../../../schema/ports/port.js';

type NamedPort = Pick<PortStatus, 'path'> & { readonly name?: string | null };

/** The name of each port by its path: its own, or else the last part of the path. */
export const portNames = (ports: readonly NamedPort[]): ReadonlyMap<string, string> =>
  new Map(ports.map(({ path, name }) => [path, name ?? path.slice(path.lastIndexOf('/') + 1)]));
