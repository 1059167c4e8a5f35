import type { SysNode, SysTty } from './sys-tty.js';

/**
 * The names that udev's 60-serial.rules give to a USB serial port under /dev/serial/by-id and by-path. They are also made
 * where udev does not run, so that a configuration names the same device with and without udev.
 */

/** usb_id truncates the names of manufacturer and product to this many bytes. */
const MAX_NAME_BYTES = 63;

/** udev keeps the allowed characters and all valid characters beyond ASCII; U+FFFD marks an invalid one. */
const escapeName = (text: string): string =>
  Buffer.from(text.trim().replace(/\s+/g, '_'))
    .subarray(0, MAX_NAME_BYTES)
    .toString()
    .replace(/[^0-9A-Za-z#+\-.:=@_\u0080-\uFFFC\u{10000}-\u{10FFFF}]/gu, '_');

/** A serial number with a comma or characters other than printable ASCII is ignored. */
const isSerialNumber = (text: string): boolean => /^[\x20-\x2b\x2d-\x7f]+$/.test(text);

const suffix = (portNumber: string | null): string => (portNumber === null ? '' : `-port${portNumber}`);

/** `usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0`; null for a device that is not on USB. */
export function byIdName(tty: SysTty): string | null {
  const { vendorId, productId, serialNumber, interfaceNumber, portNumber } = tty;
  if (vendorId === null || productId === null || interfaceNumber === null) return null;
  const parts = [escapeName(tty.manufacturer ?? vendorId), escapeName(tty.product ?? productId)];
  if (serialNumber !== null && isSerialNumber(serialNumber)) parts.push(escapeName(serialNumber));
  return `usb-${parts.filter((part) => part !== '').join('_')}-if${interfaceNumber}${suffix(portNumber)}`;
}

/** `platform-3f980000.usb-usb-0:1.4:1.0-port0` or `pci-0000:00:14.0-usb-0:2:1.0`; null for a device that is not on USB. */
export function byPathName({ nodes, vendorId, portNumber }: SysTty): string | null {
  if (vendorId === null) return null;
  // Of consecutive devices on one bus, only the nearest is part of the path.
  const hops = nodes.filter(({ subsystem }, n) => subsystem !== nodes[n - 1]?.subsystem);
  const parts = hops.map(pathPart).filter((part) => part !== null);
  return parts.length === 0 ? null : `${parts.reverse().join('-')}${suffix(portNumber)}`;
}

function pathPart({ name, subsystem }: SysNode): string | null {
  if (subsystem === 'usb') {
    const socket = /-(.+)$/.exec(name)?.[1];
    return socket === undefined ? null : `usb-0:${socket}`;
  }
  return subsystem === 'pci' || subsystem === 'platform' || subsystem === 'acpi' ? `${subsystem}-${name}` : null;
}

/** udev of 2024 and later also makes a name with the USB revision of a socket, for the same socket. */
export const stripUsbRevision = (name: string): string => name.replace(/-usbv\d-/, '-usb-');
