import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SystemPaths } from '../../../src/serial/linux/system-paths.js';

/** A folder of /sys/devices with its bus: `['3f980000.usb', 'platform']`. */
type Place = readonly [name: string, subsystem: string | null];

export type UsbPlug = {
  /** ttyUSB0 or ttyACM0 */
  readonly name: string;
  /** the parents of the USB device, from the top */
  readonly above?: readonly Place[];
  /** the USB device, by its socket */
  readonly socket?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly interfaceNumber?: string;
  readonly driver?: string;
  /** target of the node; a file of its own by default */
  readonly target?: string;
};

/** The parents of a USB device of a Raspberry Pi 3. */
export const raspberry: readonly Place[] = [
  ['platform', null],
  ['soc', 'platform'],
  ['3f980000.usb', 'platform'],
  ['usb1', 'usb'],
];

export const ftdi = {
  idVendor: '0403',
  idProduct: '6001',
  manufacturer: 'FTDI',
  product: 'FT232R USB UART',
  serial: 'A50285BI',
} as const;

/** A simulated /dev, /sys and /proc below `folder`, with devices to plug and unplug. */
export function createDeviceTree(folder: string) {
  const roots: SystemPaths = { dev: join(folder, 'dev'), sys: join(folder, 'sys'), proc: join(folder, 'proc') };
  for (const name of ['dev', 'sys/class/tty/console', 'proc']) mkdirSync(join(folder, name), { recursive: true });

  function addPlaces(places: readonly Place[]): string {
    let at = join(roots.sys, 'devices');
    for (const [name, subsystem] of places) {
      at = join(at, name);
      mkdirSync(at, { recursive: true });
      if (subsystem === null) continue;
      rmSync(join(at, 'subsystem'), { force: true });
      symlinkSync(`/sys/bus/${subsystem}`, join(at, 'subsystem'));
    }
    return at;
  }

  function addNode(name: string, target?: string): void {
    if (target === undefined) writeFileSync(join(roots.dev, name), '');
    else symlinkSync(target, join(roots.dev, name));
  }

  /** The entry of /sys/class/tty for `device`. */
  function addTty(name: string, device: string): void {
    const entry = join(roots.sys, 'class/tty', name);
    mkdirSync(entry, { recursive: true });
    symlinkSync(device, join(entry, 'device'));
  }

  const write =
    (...parts: readonly [string, ...string[]]) =>
    (text: string) => {
      mkdirSync(dirname(join(...parts)), { recursive: true });
      writeFileSync(join(...parts), text);
    };

  return {
    roots,
    addNode,
    plugUsb(plug: UsbPlug): void {
      const { name, above = raspberry, socket = '1-1.4', attributes = ftdi, interfaceNumber = '00' } = plug;
      const isSerial = name.startsWith('ttyUSB');
      const usb = addPlaces([...above, [socket, 'usb']]);
      for (const [key, value] of Object.entries(attributes)) write(usb, key)(`${value}\n`);
      const above2: Place[] = [...above, [socket, 'usb'], [`${socket}:1.${Number(interfaceNumber)}`, 'usb']];
      const part = addPlaces(above2);
      write(part, 'bInterfaceNumber')(`${interfaceNumber}\n`);
      const device = isSerial ? addPlaces([...above2, [name, 'usb-serial']]) : part;
      if (isSerial) write(device, 'port_number')('0\n');
      symlinkSync(`/sys/bus/drivers/${plug.driver ?? 'ftdi_sio'}`, join(device, 'driver'));
      addTty(name, device);
      addNode(name, plug.target);
    },
    /** An on-board UART. */
    addBoard(
      name: string,
      places: readonly Place[],
      driver: string,
      attributes: Readonly<Record<string, string>>,
    ): void {
      const device = addPlaces(places);
      symlinkSync(`/sys/bus/drivers/${driver}`, join(device, 'driver'));
      addTty(name, device);
      for (const [key, value] of Object.entries(attributes)) write(roots.sys, 'class/tty', name, key)(`${value}\n`);
      addNode(name);
    },
    unplug(name: string): void {
      rmSync(join(roots.dev, name), { force: true });
      rmSync(join(roots.sys, 'class/tty', name), { recursive: true, force: true });
    },
    /** A link below /dev/serial, as udev creates it. */
    link(path: string, name: string): void {
      const link = join(roots.dev, 'serial', path);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(`../../${name}`, link);
    },
    unlink(path: string): void {
      rmSync(join(roots.dev, 'serial', path), { force: true });
    },
    setConsole(active: string, listed: string): void {
      write(roots.sys, 'class/tty/console/active')(`${active}\n`);
      write(roots.proc, 'consoles')(listed);
    },
  };
}
