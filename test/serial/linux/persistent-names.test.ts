import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readPersistentName } from '../../../src/serial/linux/persistent-names.js';
import { createDeviceTree, ftdi } from '../../support/serial/device-tree.js';
import { useFolder } from '../../support/store/folder.js';

describe('readPersistentName', () => {
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

  it('the names are all links that lead to the device', async () => {
    expect((await readPersistentName(at('ttyUSB0'), tree.roots)).links).to.deep.equal([
      at('serial/by-id/usb-first'),
      at('serial/by-path/pci-1'),
    ]);
  });

  it('a link leads to all names of its device', async () => {
    expect((await readPersistentName(at('serial/by-path/pci-1'), tree.roots)).links).to.have.length(2);
  });

  it('a missing device has no names', async () => {
    expect((await readPersistentName(at('ttyUSB9'), tree.roots)).links).to.deep.equal([]);
  });

  it('a device without links has the names that udev would give it, whatever link leads to it', async () => {
    tree.plugUsb({ name: 'ttyUSB2' });
    symlinkSync('ttyUSB2', at('gps0'));
    const names = [
      at('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0'),
      at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0'),
    ];
    expect((await readPersistentName(at('gps0'), tree.roots)).links).to.deep.equal(names);
    expect((await readPersistentName(names[1] ?? '', tree.roots)).links).to.deep.equal(names);
  });

  it('a name that another device of the same model already has is left out', async () => {
    tree.plugUsb({ name: 'ttyUSB2' });
    tree.plugUsb({ name: 'ttyUSB3' });
    tree.link('by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0', 'ttyUSB2');
    const { links } = await readPersistentName(at('ttyUSB3'), tree.roots);
    expect(links).to.deep.equal([at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0')]);
  });

  it('only a device with a serial number has an id', async () => {
    tree.plugUsb({ name: 'ttyUSB2' });
    expect((await readPersistentName(at('ttyUSB2'), tree.roots)).id).to.equal(
      'usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0',
    );
    const { serial, ...attributes } = ftdi;
    expect(serial).to.equal('A50285BI');
    tree.plugUsb({ name: 'ttyACM5', socket: '1-1.3', attributes });
    const name = await readPersistentName(at('ttyACM5'), tree.roots);
    expect(name.id).to.equal(undefined);
    expect(name.links).to.not.deep.equal([]);
  });

  it('a terminal that is not a serial device has no names', async () => {
    expect((await readPersistentName('/dev/null', tree.roots)).links).to.deep.equal([]);
  });
});
