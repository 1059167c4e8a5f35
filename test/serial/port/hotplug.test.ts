import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import type { SerialDevice } from '../../../src/serial/linux/discovery.js';
import type { Holder } from '../../../src/serial/linux/holders.js';
import { createHotplug, type ScanMode } from '../../../src/serial/port/hotplug.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const UNKNOWN = {
  vendorId: null,
  productId: null,
  serialNumber: null,
  manufacturer: null,
  product: null,
  driver: null,
};
const device = (path: string, byId: string | null = null, byPath: string | null = null): SerialDevice => ({
  ...{ path, byId, byPath },
  ...UNKNOWN,
});
const adapter = (path: string): SerialDevice => ({ ...device(path), vendorId: '0403' });
const gpsd: Holder = { pid: 7, name: 'gpsd', command: 'gpsd', user: 'gpsd', sure: true };

describe('createHotplug', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-finder-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A hotplug that adds each found path to `ports`; `attach` reports the attached devices to it. */
  function startHotplug(
    configured: readonly string[] = [],
    excludedPaths: readonly string[] = [],
    scan: ScanMode = 'all',
  ) {
    const ports = [...configured];
    const holders = new Map<string, Holder[]>();
    const changes: string[] = [];
    const { timers, advance } = createTestTimers();
    let onDevices: (devices: readonly SerialDevice[]) => void = () => undefined;
    let isWatching = false;
    const hotplug = createHotplug({
      watchDevices({ onChange }) {
        onDevices = onChange;
        isWatching = true;
        return { stop: () => void (isWatching = false) };
      },
      scan,
      excludedPaths: () => excludedPaths,
      portPaths: () => ports,
      onFound: (path) => ports.push(path),
      onUnused: (path) => changes.push(path),
      findHoldersByPath: () => Promise.resolve(holders),
      timers,
      logger: silentLogger,
    });
    hotplug.start();
    return {
      ports,
      attach: (...devices: SerialDevice[]) => {
        onDevices(devices);
      },
      ...{ hotplug, holders, changes, advance },
      unused: () => hotplug.unused().map(({ path }) => path),
      stop: hotplug.stop,
      isWatching: () => isWatching,
    };
  }

  it('each device is added once, by its most persistent name', async () => {
    const { attach, ports, stop } = startHotplug();
    const devices = [
      device('/dev/ttyUSB0', '/dev/serial/by-id/a'),
      device('/dev/ttyUSB1', null, '/dev/serial/by-path/1'),
      device('/dev/ttyACM0'),
    ];
    attach(...devices);
    await eventually('all devices are found', () => ports.length === 3);
    attach(...devices);
    await stop();
    expect(ports).to.deep.equal(['/dev/serial/by-id/a', '/dev/serial/by-path/1', '/dev/ttyACM0']);
  });

  it('a configured device is not added, whatever name the configuration uses', async () => {
    const node = join(folder, 'ttyUSB7');
    const other = join(folder, 'gps');
    await writeFile(node, '');
    await symlink(node, other);
    const { attach, ports, stop } = startHotplug(['/dev/serial/by-id/a', other, '/dev/ttyUSB2']);
    attach(device('/dev/ttyUSB0', '/dev/serial/by-id/a'), device(node), device('/dev/ttyUSB2', '/dev/serial/by-id/c'));
    attach(device('/dev/ttyUSB9'));
    await eventually('the other device is found', () => ports.includes('/dev/ttyUSB9'));
    await stop();
    expect(ports).to.have.length(4);
  });

  it('a device is not added again when it gets its persistent name late', async () => {
    const node = join(folder, 'ttyUSB0');
    await writeFile(node, '');
    const { attach, ports, stop } = startHotplug();
    attach(device(node));
    await eventually('the device is found', () => ports.length === 1);
    await symlink(node, join(folder, 'by-id'));
    attach(device(node, join(folder, 'by-id')));
    attach(device('/dev/ttyUSB9'));
    await eventually('the next one is found', () => ports.includes('/dev/ttyUSB9'));
    await stop();
    expect(ports).to.have.length(2);
  });

  it('an excluded device is never added, whatever name excludes it', async () => {
    const node = join(folder, 'ttyUSB7');
    const modem = join(folder, 'modem');
    await writeFile(node, '');
    await symlink(node, modem);
    const { attach, ports, stop } = startHotplug(
      [],
      ['/dev/serial/by-id/a', '/dev/serial/by-path/2', '/dev/ttyUSB3', modem],
    );
    attach(
      device('/dev/ttyUSB0', '/dev/serial/by-id/a', '/dev/serial/by-path/1'),
      device('/dev/ttyUSB1', '/dev/serial/by-id/b', '/dev/serial/by-path/2'),
      device('/dev/ttyUSB3', '/dev/serial/by-id/c', '/dev/serial/by-path/3'),
      device(node, '/dev/serial/by-id/d'),
      device('/dev/ttyUSB9'),
    );
    await eventually('the other device is found', () => ports.includes('/dev/ttyUSB9'));
    await stop();
    expect(ports).to.deep.equal(['/dev/ttyUSB9']);
  });

  it('the number of ports is bounded', async () => {
    const { attach, ports, stop } = startHotplug();
    attach(...Array.from({ length: 300 }, (_, index) => device(`/dev/ttyUSB${index}`)));
    await eventually('the devices are found', () => ports.length === 256);
    await stop();
    expect(ports).to.have.length(256);
  });

  it('a stopped hotplug adds no devices', async () => {
    const { attach, ports, stop, isWatching } = startHotplug();
    await stop();
    attach(device('/dev/ttyUSB0'));
    await nextTurn();
    await stop();
    expect(isWatching()).to.equal(false);
    expect(ports).to.deep.equal([]);
  });

  it('a scan of USB adapters leaves on-board ports and adapters that a program holds unused, until it lets go', async () => {
    const { attach, ports, holders, hotplug, unused, changes, advance, stop } = startHotplug([], [], 'usb');
    holders.set('/dev/ttyUSB1', [gpsd]);
    attach(adapter('/dev/ttyUSB0'), adapter('/dev/ttyUSB1'), device('/dev/ttyAMA0'));
    await hotplug.refresh();
    expect(ports).to.deep.equal(['/dev/ttyUSB0']);
    expect(unused()).to.deep.equal(['/dev/ttyUSB1', '/dev/ttyAMA0']);
    expect(changes).to.deep.equal(['/dev/ttyUSB1', '/dev/ttyAMA0']);
    holders.clear();
    await advance(10_000);
    await hotplug.refresh();
    expect(ports).to.deep.equal(['/dev/ttyUSB0', '/dev/ttyUSB1']);
    await stop();
  });

  it('an adapter of which a holder is only suspected becomes a port', async () => {
    const { attach, ports, holders, hotplug, stop } = startHotplug([], [], 'usb');
    holders.set('/dev/ttyUSB0', [{ ...gpsd, sure: false }]);
    attach(adapter('/dev/ttyUSB0'));
    await hotplug.refresh();
    expect(ports).to.deep.equal(['/dev/ttyUSB0']);
    await stop();
  });

  it('the scan can be switched on and off while it runs', async () => {
    const { attach, ports, hotplug, unused, stop } = startHotplug([], [], 'off');
    attach(adapter('/dev/ttyUSB0'));
    await hotplug.refresh();
    expect(unused()).to.deep.equal(['/dev/ttyUSB0']);
    hotplug.setScan('usb');
    await hotplug.refresh();
    expect([ports, unused()]).to.deep.equal([['/dev/ttyUSB0'], []]);
    hotplug.setScan('off');
    attach(adapter('/dev/ttyUSB0'), adapter('/dev/ttyUSB1'));
    await hotplug.refresh();
    expect([ports, unused()]).to.deep.equal([['/dev/ttyUSB0'], ['/dev/ttyUSB1']]);
    await stop();
  });

  it('the holders of unused devices are looked for at most every 5 s, and a change is reported', async () => {
    const { attach, holders, hotplug, changes, advance, stop } = startHotplug([], [], 'off');
    const names = (): string[] => hotplug.unused().flatMap((one) => one.holders.map(({ name }) => name));
    attach(device('/dev/ttyS0'));
    await hotplug.refresh();
    await hotplug.findHolders();
    holders.set('/dev/ttyS0', [gpsd]);
    await hotplug.findHolders();
    expect(names()).to.deep.equal([]);
    await advance(5_000);
    await hotplug.findHolders();
    expect(names()).to.deep.equal(['gpsd']);
    expect(changes).to.deep.equal(['/dev/ttyS0', '/dev/ttyS0']);
    await stop();
  });
});
