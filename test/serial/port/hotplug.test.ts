import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { createHotplug, type SerialDeviceInfo } from '../../../src/serial/port/hotplug.js';
import { eventually } from '../../support/gateway/eventually.js';

const device = (path: string, byId: string | null = null, byPath: string | null = null): SerialDeviceInfo => ({
  path,
  byId,
  byPath,
});

describe('createHotplug', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-finder-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A hotplug that adds each found path to `ports`; `attach` reports the attached devices to it. */
  function startHotplug(configured: readonly string[] = [], excludedPaths: readonly string[] = []) {
    const ports = [...configured];
    let onDevices: (devices: readonly SerialDeviceInfo[]) => void = () => undefined;
    let isWatching = false;
    const hotplug = createHotplug({
      watchDevices({ onChange }) {
        onDevices = onChange;
        isWatching = true;
        return { stop: () => void (isWatching = false) };
      },
      excludedPaths,
      portPaths: () => ports,
      onFound: (path) => ports.push(path),
      logger: silentLogger,
    });
    hotplug.start();
    return {
      ports,
      attach: (...devices: SerialDeviceInfo[]) => {
        onDevices(devices);
      },
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
});
