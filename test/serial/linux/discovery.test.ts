import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listDevices } from '../../../src/serial/linux/discovery.js';
import { listPorts } from '../../../src/serial/transport/serial-port.js';
import { createDeviceTree, raspberry } from '../../support/device-tree.js';
import { useFolder } from '../../support/folder.js';

const pc = [
  ['pci0000:00', null],
  ['0000:00:14.0', 'pci'],
  ['usb2', 'usb'],
] as const;

describe('discovery of serial devices', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  const at = (path: string): string => join(tree.roots.dev, path);
  const paths = async (): Promise<string[]> => (await listDevices(tree.roots)).map(({ path }) => path);

  beforeEach(() => {
    tree = createDeviceTree(folder());
  });

  it('tells of an adapter without udev what udev would, its names included', async () => {
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

  it('gives the links that udev has made before any it would make', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    tree.link('by-id/usb-by-a-rule-of-ours', 'ttyUSB0');
    expect((await listDevices(tree.roots))[0]).to.deep.include({
      byId: at('serial/by-id/usb-by-a-rule-of-ours'),
      byPath: at('serial/by-path/platform-3f980000.usb-usb-0:1.4:1.0-port0'),
    });
  });

  it('knows the port of a modem by its interface, and a PC by its bridge', async () => {
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

  it('finds the way through two buses as udev does', async () => {
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

  it('replaces in a name what udev replaces, and leaves a bad serial number out', async () => {
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

  it('lists terminals of all kinds that trackers have, in the order people count', async () => {
    const names = ['ttyUSB10', 'ttyUSB2', 'ttyACM0', 'ttyAMA0', 'ttyXRUSB0', 'ttyMFD1', 'rfcomm0'];
    for (const name of [...names, 'tty1', 'ttyprintk', 'ptmx', 'null']) tree.addNode(name);
    const expected = ['rfcomm0', 'ttyACM0', 'ttyAMA0', 'ttyMFD1', 'ttyUSB2', 'ttyUSB10', 'ttyXRUSB0'];
    expect(await paths()).to.deep.equal(expected.map(at));
  });

  it('lists a board port that has hardware, and not the places kept for those that have none', async () => {
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
    // Older kernels show the type to the superuser alone.
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

  it('does not list where the kernel speaks', async () => {
    tree.addBoard('ttyAMA0', [...raspberry.slice(0, 2), ['3f201000.serial', 'amba']], 'uart-pl011', {});
    tree.addNode('ttyAMA1');
    tree.addNode('ttyAMA2');
    tree.setConsole('tty0 ttyAMA0', 'ttyAMA1              -W- (EC  p a)    4:64\ntty0 -WU (E     )    4:1\n');
    expect(await paths()).to.deep.equal([at('ttyAMA2')]);
  });

  it('takes from the list of udev what the kernel does not show', async () => {
    tree.addNode('ttyUSB0');
    const list = () => Promise.resolve([{ path: at('ttyUSB0'), vendorId: '0403', serialNumber: 'A1' }]);
    expect((await listDevices(tree.roots, list))[0]).to.deep.include({ vendorId: '0403', serialNumber: 'A1' });
  });

  it('needs no udev: that its list fails is no failure', async () => {
    tree.addNode('ttyUSB0');
    const list = () => Promise.reject(new Error('spawn udevadm ENOENT'));
    expect(await listDevices(tree.roots, list)).to.have.length(1);
  });

  it('is empty where there is nothing, not even the folders', async () => {
    expect(await listDevices({ dev: '/none/dev', sys: '/none/sys', proc: '/none/proc' })).to.deep.equal([]);
  });
});

describe('list of udev', () => {
  const folder = useFolder();
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it('fails where udev is missing, and says so', async () => {
    process.env.PATH = folder();
    const said = await listPorts().then(
      () => 'listed',
      (error: unknown) => String(error),
    );
    expect(said).to.equal('Error: spawn udevadm ENOENT');
  });

  it('has the adapters with their numbers', async () => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin);
    const told = ['P: /devices/x/ttyUSB0', 'N: ttyUSB0', 'E: DEVNAME=/dev/ttyUSB0', 'E: ID_VENDOR_ID=0403', ''];
    writeFileSync(join(bin, 'udevadm'), `#!/bin/sh\nprintf '${told.join('\\n')}'\n`);
    chmodSync(join(bin, 'udevadm'), 0o755);
    process.env.PATH = `${bin}:${path ?? ''}`;
    expect((await listPorts())[0]).to.include({ path: '/dev/ttyUSB0', vendorId: '0403' });
  });
});
