import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { listCandidates, listConsoles, hasHardware } from './tty-candidates.js';
import { listPersistentLinks, type LinkFolder } from './persistent-links.js';
import { listPorts, type ListedPort } from '../transport/serial-port.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { readSysTty, type SysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** A serial device of the gateway; null: unknown. */
export type SerialDevice = {
  /** the node: /dev/ttyUSB0 */
  readonly path: string;
  /** its name by manufacturer, product and serial number: the link that udev has made or would make */
  readonly byId: string | null;
  /** its name by the socket it is plugged into: the link that udev has made or would make */
  readonly byPath: string | null;
  /** four hexadecimal digits */
  readonly vendorId: string | null;
  readonly productId: string | null;
  readonly serialNumber: string | null;
  readonly manufacturer: string | null;
  readonly product: string | null;
  readonly driver: string | null;
};

export type ListSystemPorts = () => Promise<readonly ListedPort[]>;

/**
 * Lists the serial devices that trackers may be attached to, by name. What the kernel (/sys) does not have is taken from
 * `list`, which needs udev and may fail; without both, only the nodes are known.
 */
export async function listDevices(
  systemPaths: SystemPaths = SYSTEM_PATHS,
  list: ListSystemPorts = systemPaths === SYSTEM_PATHS ? listPorts : () => Promise.resolve([]),
): Promise<SerialDevice[]> {
  const [ttys, links] = await Promise.all([listTtys(systemPaths), listPersistentLinks(systemPaths)]);
  // udev describes all devices of the machine, by a program.
  const listed = ttys.some(({ tty }) => isIncomplete(tty)) ? await list().catch(() => []) : [];
  const devices: SerialDevice[] = [];
  for (const { path, node, tty } of ttys) {
    const existingLink = (folder: LinkFolder): string | undefined =>
      links.find((link) => link.folder === folder && link.node === node)?.path;
    /** null when another device already has the name */
    const expectedLink = (folder: LinkFolder, link: string | null): string | null => {
      const at = link === null ? null : join(systemPaths.dev, folder, link);
      return links.some((other) => other.path === at) || devices.some((other) => other.byId === at) ? null : at;
    };
    devices.push({
      path,
      byId: existingLink('serial/by-id') ?? expectedLink('serial/by-id', byIdName(tty)),
      byPath: existingLink('serial/by-path') ?? expectedLink('serial/by-path', byPathName(tty)),
      ...describe(
        tty,
        listed.find((port) => port.path === path),
      ),
    });
  }
  return devices;
}

/** What is plugged into them names itself. */
const BUSES: ReadonlySet<string | null> = new Set(['usb', 'pci']);

type FoundTty = { readonly path: string; readonly node: string; readonly tty: SysTty };

/** The terminals with hardware that are not consoles, with what the kernel knows of them. */
async function listTtys(systemPaths: SystemPaths): Promise<readonly FoundTty[]> {
  const [names, consoles] = await Promise.all([listCandidates(systemPaths.dev), listConsoles(systemPaths)]);
  const found: FoundTty[] = [];
  for (const name of names) {
    if (consoles.includes(name)) continue;
    const path = join(systemPaths.dev, name);
    const node = await realpath(path).catch(() => null);
    if (node === null) continue;
    const tty = await readSysTty(systemPaths.sys, name);
    if (await hasHardware(systemPaths, name, tty)) found.push({ path, node, tty });
  }
  return found;
}

/** udev may know more, except of a terminal that is part of the board. */
const isIncomplete = ({ nodes, vendorId, productId, serialNumber, manufacturer }: SysTty): boolean =>
  (nodes.length === 0 || nodes.some(({ subsystem }) => BUSES.has(subsystem))) &&
  [vendorId, productId, serialNumber, manufacturer].includes(null);

const describe = (tty: SysTty, listedPort: ListedPort | undefined): Omit<SerialDevice, 'path' | 'byId' | 'byPath'> => ({
  vendorId: tty.vendorId ?? listedPort?.vendorId ?? null,
  productId: tty.productId ?? listedPort?.productId ?? null,
  serialNumber: tty.serialNumber ?? listedPort?.serialNumber ?? null,
  manufacturer: tty.manufacturer ?? listedPort?.manufacturer ?? null,
  product: tty.product,
  driver: tty.driver,
});
