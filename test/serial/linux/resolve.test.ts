import { join } from 'node:path';
import { expect } from 'chai';
import { resolveDevicePath } from '../../../src/serial/linux/resolve.js';
import { createDeviceTree, ftdi } from '../../support/serial/device-tree.js';
import { useFolder } from '../../support/store/folder.js';

describe('resolveDevicePath', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  const at = (path: string): string => join(tree.roots.dev, path);
  const resolve = (path: string): Promise<string> => resolveDevicePath(at(path), tree.roots);

  beforeEach(() => {
    tree = createDeviceTree(folder());
    tree.plugUsb({ name: 'ttyUSB0', socket: '1-1.2', attributes: { ...ftdi, serial: 'OTHER' } });
    tree.plugUsb({ name: 'ttyUSB1' });
  });

  it('an existing path resolves to itself', async () => {
    tree.link('by-id/usb-first', 'ttyUSB0');
    expect(await resolve('serial/by-id/usb-first')).to.equal(at('serial/by-id/usb-first'));
    expect(await resolve('ttyUSB0')).to.equal(at('ttyUSB0'));
  });

  it('a device without links is found by its serial number and by its socket', async () => {
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB1'));
    expect(await resolve('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0')).to.equal(at('ttyUSB1'));
    expect(await resolve('serial/by-path/platform-3f980000.usb-usbv2-0:1.2:1.0-port0')).to.equal(at('ttyUSB0'));
  });

  it('a dangling link resolves to the device that would have its name', async () => {
    tree.link('by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0', 'ttyUSB7');
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB1'));
  });

  it('a replugged device is found at its new node', async () => {
    tree.unplug('ttyUSB1');
    tree.plugUsb({ name: 'ttyUSB5', socket: '1-1.3' });
    expect(await resolve('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0')).to.equal(at('ttyUSB5'));
  });

  it('a path without a matching device resolves to itself', async () => {
    expect(await resolve('serial/by-id/usb-none')).to.equal(at('serial/by-id/usb-none'));
    expect(await resolve('ttyUSB9')).to.equal(at('ttyUSB9'));
    expect(await resolve('serial/by-id/none/usb-none')).to.equal(at('serial/by-id/none/usb-none'));
  });
});
