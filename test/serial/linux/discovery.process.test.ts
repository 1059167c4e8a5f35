import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listDevices } from '../../../src/serial/linux/discovery.js';
import { listPorts } from '../../../src/serial/transport/serial-port.js';
import { createDeviceTree, raspberry } from '../../support/serial/device-tree.js';
import { useFolder } from '../../support/store/folder.js';

const pc = [
  ['pci0000:00', null],
  ['0000:00:14.0', 'pci'],
  ['usb2', 'usb'],
] as const;

describe('listDevices', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  const at = (path: string): string => join(tree.roots.dev, path);
  const paths = async (): Promise<string[]> => (await listDevices(tree.roots)).map(({ path }) => path);

  beforeEach(() => {
    tree = createDeviceTree(folder());
  });

  it('an adapter without udev has the data and names that udev would give it', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    expect(await listDevices(tree.roots)).to.deep.equal([
      {
        path: at('ttyUSB0'),
        byId: at('serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0'),
        byPath: at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0'),
        vendorId: '0403',
        productId: '6001',
        serialNumber: 'A50285BI',
        manufacturer: 'FTDI',
        product: 'FT232R USB UART',
        driver: 'ftdi_sio',
      },
    ]);
  });

  it('links that udev has made take precedence over those it would make', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    tree.link('by-id/usb-by-a-local-rule', 'ttyUSB0');
    expect((await listDevices(tree.roots))[0]).to.deep.include({
      byId: at('serial/by-id/usb-by-a-local-rule'),
      byPath: at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0'),
    });
  });

  it('the name of a modem port has its interface, and on a PC the PCI bridge', async () => {
    const attributes = { idVendor: '1546', idProduct: '01a8', manufacturer: 'u-blox AG - www.u-blox.com' };
    tree.plugUsb({ name: 'ttyACM0', above: pc, socket: '2-2', attributes, interfaceNumber: '02', driver: 'cdc_acm' });
    expect((await listDevices(tree.roots))[0]).to.deep.include({
      byId: at('serial/by-id/usb-u-blox_AG_-_www.u-blox.com_01a8-if02'),
      byPath: at('serial/by-path/pci-0000:00:14.0-usb-0:2:1.2'),
      driver: 'cdc_acm',
      product: null,
      serialNumber: null,
    });
  });

  it('the path through two buses is named as udev names it', async () => {
    const above = [
      ['platform', null],
      ['scb', 'platform'],
      ['fd500000.pcie', 'platform'],
      ['pci0000:00', null],
      ['0000:00:00.0', 'pci'],
      ['0000:01:00.0', 'pci'],
      ['usb1', 'usb'],
    ] as const;
    tree.plugUsb({ name: 'ttyUSB0', above });
    const name = 'serial/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.4:1.0-port0';
    expect((await listDevices(tree.roots))[0]?.byPath).to.equal(at(name));
  });

  it('characters are replaced as udev does, and an invalid serial number is left out', async () => {
    const attributes = {
      idVendor: '1a86',
      idProduct: '7523',
      manufacturer: ' Müller/Söhne  & Co ',
      product: 'USB2.0-Ser!',
      serial: '1,2',
    };
    tree.plugUsb({ name: 'ttyUSB0', attributes });
    const name = 'serial/by-id/usb-Müller_Söhne___Co_USB2.0-Ser_-if00-port0';
    expect((await listDevices(tree.roots))[0]?.byId).to.equal(at(name));
  });

  it('terminals of all kinds that trackers use are listed in numeric order', async () => {
    const names = ['ttyUSB10', 'ttyUSB2', 'ttyACM0', 'ttyAMA0', 'ttyXRUSB0', 'ttyMFD1', 'rfcomm0'];
    for (const name of [...names, 'tty1', 'ttyprintk', 'ptmx', 'null']) tree.addNode(name);
    const expected = ['rfcomm0', 'ttyACM0', 'ttyAMA0', 'ttyMFD1', 'ttyUSB2', 'ttyUSB10', 'ttyXRUSB0'];
    expect(await paths()).to.deep.equal(expected.map(at));
  });

  it('a board port is listed only if it has hardware', async () => {
    const pnp = [['pnp0', null] as const, ['00:04', 'pnp'] as const];
    tree.addBoard('ttyS0', pnp, 'serial', { type: '4' });
    tree.addBoard(
      'ttyS1',
      [
        ['platform', null],
        ['serial8250', 'platform'],
      ],
      'serial8250',
      { type: '0' },
    );
    // Older kernels show the type only to root.
    tree.addBoard(
      'ttyS2',
      [
        ['pnp0', null],
        ['00:05', 'pnp'],
      ],
      'serial',
      {},
    );
    tree.addBoard(
      'ttyS3',
      [
        ['platform', null],
        ['serial8250.1', 'platform'],
      ],
      'serial8250',
      {},
    );
    tree.addNode('ttyS4');
    expect(await paths()).to.deep.equal([at('ttyS0'), at('ttyS2')]);
  });

  it('consoles of the kernel are not listed', async () => {
    tree.addBoard('ttyAMA0', [...raspberry.slice(0, 2), ['3f201000.serial', 'amba']], 'uart-pl011', {});
    tree.addNode('ttyAMA1');
    tree.addNode('ttyAMA2');
    tree.setConsole('tty0 ttyAMA0', 'ttyAMA1              -W- (EC  p a)    4:64\ntty0 -WU (E     )    4:1\n');
    expect(await paths()).to.deep.equal([at('ttyAMA2')]);
  });

  it('data that the kernel does not show is taken from the list of udev', async () => {
    tree.addNode('ttyUSB0');
    const list = () => Promise.resolve([{ path: at('ttyUSB0'), vendorId: '0403', serialNumber: 'A1' }]);
    expect((await listDevices(tree.roots, list))[0]).to.deep.include({ vendorId: '0403', serialNumber: 'A1' });
  });

  it('a failing list of udev is not an error', async () => {
    tree.addNode('ttyUSB0');
    const list = () => Promise.reject(new Error('spawn udevadm ENOENT'));
    expect(await listDevices(tree.roots, list)).to.have.length(1);
  });

  it('the list is empty where the folders are missing', async () => {
    expect(await listDevices({ dev: '/none/dev', sys: '/none/sys', proc: '/none/proc' })).to.deep.equal([]);
  });
});

describe('listPorts', () => {
  const folder = useFolder();
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it('a missing udev is reported', async () => {
    process.env.PATH = folder();
    const result = await listPorts().then(
      () => 'listed',
      (error: unknown) => String(error),
    );
    expect(result).to.equal('Error: spawn udevadm ENOENT');
  });

  it('the list of udev has the adapters with their vendor ids', async () => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin);
    const lines = ['P: /devices/x/ttyUSB0', 'N: ttyUSB0', 'E: DEVNAME=/dev/ttyUSB0', 'E: ID_VENDOR_ID=0403', ''];
    writeFileSync(join(bin, 'udevadm'), `#!/bin/sh\nprintf '${lines.join('\\n')}'\n`);
    chmodSync(join(bin, 'udevadm'), 0o755);
    process.env.PATH = `${bin}:${path ?? ''}`;
    expect((await listPorts())[0]).to.include({ path: '/dev/ttyUSB0', vendorId: '0403' });
  });
});
