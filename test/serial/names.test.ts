import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from '../../src/serial/names.js';
import { createDeviceTree } from '../support/device-tree.js';
import { useFolder } from '../support/folder.js';

describe('names of a device', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  const at = (path: string): string => join(tree.roots.dev, path);

  beforeEach(() => {
    tree = createDeviceTree(folder());
    tree.addNode('ttyUSB0');
    tree.addNode('ttyUSB1');
    tree.link('by-id/usb-first', 'ttyUSB0');
    tree.link('by-id/usb-second', 'ttyUSB1');
    tree.link('by-path/pci-1', 'ttyUSB0');
    tree.link('by-path/pci-gone', 'ttyUSB9');
  });

  it('are all links that lead to it', async () => {
    expect(await namesOf(at('ttyUSB0'), tree.roots)).to.deep.equal([
      at('serial/by-id/usb-first'),
      at('serial/by-path/pci-1'),
    ]);
  });

  it('are found from one of them', async () => {
    expect(await namesOf(at('serial/by-path/pci-1'), tree.roots)).to.have.length(2);
  });

  it('are none when the device is gone', async () => {
    expect(await namesOf(at('ttyUSB9'), tree.roots)).to.deep.equal([]);
  });

  it('are those udev would give where it has made none, from whatever link leads there', async () => {
    tree.plugUsb({ name: 'ttyUSB2' });
    symlinkSync('ttyUSB2', at('gps0'));
    const names = [
      at('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0'),
      at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0'),
    ];
    expect(await namesOf(at('gps0'), tree.roots)).to.deep.equal(names);
    expect(await namesOf(names[1] ?? '', tree.roots)).to.deep.equal(names);
  });

  it('are none for a terminal that is no serial device', async () => {
    expect(await namesOf('/dev/null', tree.roots)).to.deep.equal([]);
  });
});
