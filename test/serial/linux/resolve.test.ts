import { join } from 'node:path';
import { expect } from 'chai';
import { resolveDevicePath } from '../../../src/serial/linux/resolve.js';
import { createDeviceTree, ftdi } from '../../support/device-tree.js';
import { useFolder } from '../../support/folder.js';

describe('node of a configured path', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  const at = (path: string): string => join(tree.roots.dev, path);
  const resolve = (path: string): Promise<string> => resolveDevicePath(at(path), tree.roots);

  beforeEach(() => {
    tree = createDeviceTree(folder());
    tree.plugUsb({ name: 'ttyUSB0', socket: '1-1.2', attributes: { ...ftdi, serial: 'OTHER' } });
    tree.plugUsb({ name: 'ttyUSB1' });
  });

  it('is the path itself where it exists', async () => {
    tree.link('by-id/usb-first', 'ttyUSB0');
    expect(await resolve('serial/by-id/usb-first')).to.equal(at('serial/by-id/usb-first'));
    expect(await resolve('ttyUSB0')).to.equal(at('ttyUSB0'));
  });

  it('is found by serial number and by socket where udev has made no link', async () => {
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB1'));
    expect(await resolve('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0')).to.equal(at('ttyUSB1'));
    expect(await resolve('serial/by-path/platform-3f980000.usb-usbv2-0:1.2:1.0-port0')).to.equal(at('ttyUSB0'));
  });

  it('is found behind a link that leads nowhere any more', async () => {
    tree.link('by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0', 'ttyUSB7');
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB1'));
  });

  it('follows the device to another node', async () => {
    tree.unplug('ttyUSB1');
    tree.plugUsb({ name: 'ttyUSB5', socket: '1-1.3' });
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB5'));
  });

  it('is the path itself when no device has that name, or it is no such name', async () => {
    expect(await resolve('serial/by-id/usb-none')).to.equal(at('serial/by-id/usb-none'));
    expect(await resolve('ttyUSB9')).to.equal(at('ttyUSB9'));
    expect(await resolve('serial/by-id/none/usb-none')).to.equal(at('serial/by-id/none/usb-none'));
  });
});
