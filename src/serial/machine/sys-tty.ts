import { readFile, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A device on the way from a terminal up to the bus, as /sys names it. */
export type SysPlace = { readonly folder: string; readonly name: string; readonly subsystem: string | null };

/** What the kernel knows of a terminal; null where it does not say. */
export type SysTty = {
  /** from the terminal's device upwards; empty for a terminal without hardware */
  readonly places: readonly SysPlace[];
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

/** How far up the buses are followed: a hub behind a hub behind a bridge has about fifteen. */
const mostPlaces = 32;
/** What newer kernels put between a port and its driver. */
const noDrivers = ['port', 'ctrl'];

/** The text of an attribute without the line feed the kernel ends it with; null when there is none. */
export const attribute = async (folder: string, name: string): Promise<string | null> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text.replace(/\n$/, '') || null;
};

const linkName = async (folder: string, name: string): Promise<string | null> => {
  const target = await readlink(join(folder, name)).catch(() => null);
  return target === null ? null : basename(target);
};

/** Asks the places one after the other, from the terminal upwards, for the first that answers. */
async function nearest(
  places: readonly SysPlace[],
  ask: (folder: string) => Promise<string | null>,
): Promise<SysPlace & { answer: string | null }> {
  for (const place of places) {
    const answer = await ask(place.folder);
    if (answer !== null) return { ...place, answer };
  }
  return { folder: '', name: '', subsystem: null, answer: null };
}

async function placesOf(device: string): Promise<SysPlace[]> {
  const places: SysPlace[] = [];
  let folder = device;
  for (let n = 0; n < mostPlaces && basename(folder) !== 'devices' && folder !== dirname(folder); n += 1) {
    const subsystem = await linkName(folder, 'subsystem');
    if (subsystem !== null) places.push({ folder, name: basename(folder), subsystem });
    folder = dirname(folder);
  }
  return places;
}

/** Reads what `sys` says of the terminal `name`. */
export async function readSysTty(sys: string, name: string): Promise<SysTty> {
  const device = await realpath(join(sys, 'class/tty', name, 'device')).catch(() => null);
  const places = device === null ? [] : await placesOf(device);
  const driver = await nearest(places, async (folder) => {
    const found = await linkName(folder, 'driver');
    return found !== null && noDrivers.includes(found) ? null : found;
  });
  const usb = await nearest(places, (folder) => attribute(folder, 'idVendor'));
  const ofUsb = (key: string): Promise<string | null> =>
    usb.answer === null ? Promise.resolve(null) : attribute(usb.folder, key);
  return {
    places,
    driver: driver.answer,
    vendorId: usb.answer,
    productId: await ofUsb('idProduct'),
    serialNumber: await ofUsb('serial'),
    manufacturer: await ofUsb('manufacturer'),
    product: await ofUsb('product'),
    interfaceNumber: (await nearest(places, (folder) => attribute(folder, 'bInterfaceNumber'))).answer,
    portNumber: (await nearest(places, (folder) => attribute(folder, 'port_number'))).answer,
  };
}
