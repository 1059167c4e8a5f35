import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { candidatesIn, consolesOf, hasHardware } from './candidates.js';
import { lastingLinks, type LinkFolder } from './lasting-links.js';
import { listPorts, type ListedPort } from '../port.js';
import { systemRoots, type Roots } from './roots.js';
import { readSysTty, type SysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** A serial device of this machine; null is what nobody says. */
export type SerialDevice = {
  /** the node: /dev/ttyUSB0 */
  readonly path: string;
  /** its name by maker, product and serial number: the link udev made, or the one it would make */
  readonly byId: string | null;
  /** its name by the socket it is plugged into, likewise */
  readonly byPath: string | null;
  /** four hexadecimal digits */
  readonly vendorId: string | null;
  readonly productId: string | null;
  readonly serialNumber: string | null;
  readonly manufacturer: string | null;
  readonly product: string | null;
  readonly driver: string | null;
};

export type Listing = () => Promise<readonly ListedPort[]>;

/**
 * The serial devices that trackers may be attached to, by name. The kernel's own word (/sys) goes before that of
 * `list`, which needs udev and is let fail; without either the nodes are all that is known.
 */
export async function listDevices(
  roots: Roots = systemRoots,
  list: Listing = roots === systemRoots ? listPorts : () => Promise.resolve([]),
): Promise<SerialDevice[]> {
  const [names, consoles, links, listed] = await Promise.all([
    candidatesIn(roots.dev),
    consolesOf(roots),
    lastingLinks(roots),
    list().catch(() => []),
  ]);
  const devices: SerialDevice[] = [];
  for (const name of names) {
    if (consoles.includes(name)) continue;
    const path = join(roots.dev, name);
    const node = await realpath(path).catch(() => null);
    if (node === null) continue;
    const tty = await readSysTty(roots.sys, name);
    if (!(await hasHardware(roots, name, tty))) continue;
    const linked = (folder: LinkFolder): string | undefined =>
      links.find((link) => link.folder === folder && link.node === node)?.path;
    /** A name that is another device's already is no name of this one. */
    const made = (folder: LinkFolder, link: string | null): string | null => {
      const at = link === null ? null : join(roots.dev, folder, link);
      return links.some((other) => other.path === at) || devices.some((other) => other.byId === at) ? null : at;
    };
    const said = listed.find((port) => port.path === path);
    devices.push({
      path,
      byId: linked('serial/by-id') ?? made('serial/by-id', byIdName(tty)),
      byPath: linked('serial/by-path') ?? made('serial/by-path', byPathName(tty)),
      ...describe(tty, said),
    });
  }
  return devices;
}

const describe = (tty: SysTty, said: ListedPort | undefined): Omit<SerialDevice, 'path' | 'byId' | 'byPath'> => ({
  vendorId: tty.vendorId ?? said?.vendorId ?? null,
  productId: tty.productId ?? said?.productId ?? null,
  serialNumber: tty.serialNumber ?? said?.serialNumber ?? null,
  manufacturer: tty.manufacturer ?? said?.manufacturer ?? null,
  product: tty.product,
  driver: tty.driver,
});
