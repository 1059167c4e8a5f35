import { readFile, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A device between a terminal and its bus, as /sys names it. */
export type SysNode = { readonly folder: string; readonly name: string; readonly subsystem: string | null };

/** The kernel's data about a terminal; null: unknown. */
export type SysTty = {
  /** from the terminal's device upwards; empty for a terminal without hardware */
  readonly nodes: readonly SysNode[];
  readonly driver: string | null;
  readonly vendorId: string | null;
  readonly productId: string | null;
  readonly serialNumber: string | null;
  readonly manufacturer: string | null;
  readonly product: string | null;
  /** of a USB device with several: two hexadecimal digits */
  readonly interfaceNumber: string | null;
  /** of an adapter with several sockets */
  readonly portNumber: string | null;
};

/** Bounds the way up the buses: a hub behind a hub behind a bridge has about fifteen devices. */
const MAX_DEPTH = 32;
/** Newer kernels have these between a port and its driver. */
const NON_DRIVERS = ['port', 'ctrl'];

/** The text of an attribute without the line feed at its end; null when there is none. */
export const readAttribute = async (folder: string, name: string): Promise<string | null> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text.replace(/\n$/, '') || null;
};

const readLinkName = async (folder: string, name: string): Promise<string | null> => {
  const target = await readlink(join(folder, name)).catch(() => null);
  return target === null ? null : basename(target);
};

/** Reads the nodes from the terminal upwards until one has a value. */
async function findNearest(
  nodes: readonly SysNode[],
  read: (folder: string) => Promise<string | null>,
): Promise<SysNode & { value: string | null }> {
  for (const node of nodes) {
    const value = await read(node.folder);
    if (value !== null) return { ...node, value };
  }
  return { folder: '', name: '', subsystem: null, value: null };
}

async function listAncestors(device: string): Promise<SysNode[]> {
  const nodes: SysNode[] = [];
  let folder = device;
  for (let n = 0; n < MAX_DEPTH && basename(folder) !== 'devices' && folder !== dirname(folder); n += 1) {
    const subsystem = await readLinkName(folder, 'subsystem');
    if (subsystem !== null) nodes.push({ folder, name: basename(folder), subsystem });
    folder = dirname(folder);
  }
  return nodes;
}

/** Reads the data of the terminal `name` under `sys`. */
export async function readSysTty(sys: string, name: string): Promise<SysTty> {
  const device = await realpath(join(sys, 'class/tty', name, 'device')).catch(() => null);
  const nodes = device === null ? [] : await listAncestors(device);
  const driver = await findNearest(nodes, async (folder) => {
    const found = await readLinkName(folder, 'driver');
    return found !== null && NON_DRIVERS.includes(found) ? null : found;
  });
  const usb = await findNearest(nodes, (folder) => readAttribute(folder, 'idVendor'));
  const usbAttribute = (key: string): Promise<string | null> =>
    usb.value === null ? Promise.resolve(null) : readAttribute(usb.folder, key);
  return {
    nodes,
    driver: driver.value,
    vendorId: usb.value,
    productId: await usbAttribute('idProduct'),
    serialNumber: await usbAttribute('serial'),
    manufacturer: await usbAttribute('manufacturer'),
    product: await usbAttribute('product'),
    interfaceNumber: (await findNearest(nodes, (folder) => readAttribute(folder, 'bInterfaceNumber'))).value,
    portNumber: (await findNearest(nodes, (folder) => readAttribute(folder, 'port_number'))).value,
  };
}
