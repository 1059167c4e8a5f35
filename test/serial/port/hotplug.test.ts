import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { createHotplug, type SerialDeviceInfo } from '../../../src/serial/port/hotplug.js';
import { eventually } from '../../support/eventually.js';

const device = (path: string, byId: string | null = null, byPath: string | null = null): SerialDeviceInfo => ({
  path,
  byId,
  byPath,
});

describe('serial devices that are plugged in', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-finder-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A finder that reads what it finds; `see` tells it what devices there are. */
  function hotplug(configured: readonly string[] = [], excludedPaths: readonly string[] = []) {
    const read = [...configured];
    let see: (devices: readonly SerialDeviceInfo[]) => void = () => undefined;
    let watching = false;
    const made = createHotplug({
      watchDevices({ onChange }) {
        see = onChange;
        watching = true;
        return { stop: () => void (watching = false) };
      },
      excludedPaths,
      portPaths: () => read,
      onFound: (path) => read.push(path),
      logger: silentLogger,
    });
    made.start();
    return {
      read,
      see: (...devices: SerialDeviceInfo[]) => {
        see(devices);
      },
      stop: made.stop,
      isWatching: () => watching,
    };
  }

  it('are read once, by the name that lasts longest', async () => {
    const { see, read, stop } = hotplug();
    const devices = [
      device('/dev/ttyUSB0', '/dev/serial/by-id/a'),
      device('/dev/ttyUSB1', null, '/dev/serial/by-path/1'),
      device('/dev/ttyACM0'),
    ];
    see(...devices);
    await eventually('all are found', () => read.length === 3);
    see(...devices);
    await stop();
    expect(read).to.deep.equal(['/dev/serial/by-id/a', '/dev/serial/by-path/1', '/dev/ttyACM0']);
  });

  it('are left to the configuration where it names them, by whatever name', async () => {
    const node = join(folder, 'ttyUSB7');
    const other = join(folder, 'gps');
    await writeFile(node, '');
    await symlink(node, other);
    const { see, read, stop } = hotplug(['/dev/serial/by-id/a', other, '/dev/ttyUSB2']);
    see(device('/dev/ttyUSB0', '/dev/serial/by-id/a'), device(node), device('/dev/ttyUSB2', '/dev/serial/by-id/c'));
    see(device('/dev/ttyUSB9'));
    await eventually('what is not configured is found', () => read.includes('/dev/ttyUSB9'));
    await stop();
    expect(read).to.have.length(4);
  });

  it('are not read a second time when one that is read gets its lasting name late', async () => {
    const node = join(folder, 'ttyUSB0');
    await writeFile(node, '');
    const { see, read, stop } = hotplug();
    see(device(node));
    await eventually('it is found', () => read.length === 1);
    await symlink(node, join(folder, 'by-id'));
    see(device(node, join(folder, 'by-id')));
    see(device('/dev/ttyUSB9'));
    await eventually('the next one is found', () => read.includes('/dev/ttyUSB9'));
    await stop();
    expect(read).to.have.length(2);
  });

  it('are never read where they are taken for something else, by whatever name', async () => {
    const node = join(folder, 'ttyUSB7');
    const modem = join(folder, 'modem');
    await writeFile(node, '');
    await symlink(node, modem);
    const { see, read, stop } = hotplug([], ['/dev/serial/by-id/a', '/dev/serial/by-path/2', '/dev/ttyUSB3', modem]);
    see(
      device('/dev/ttyUSB0', '/dev/serial/by-id/a', '/dev/serial/by-path/1'),
      device('/dev/ttyUSB1', '/dev/serial/by-id/b', '/dev/serial/by-path/2'),
      device('/dev/ttyUSB3', '/dev/serial/by-id/c', '/dev/serial/by-path/3'),
      device(node, '/dev/serial/by-id/d'),
      device('/dev/ttyUSB9'),
    );
    await eventually('what is not taken is found', () => read.includes('/dev/ttyUSB9'));
    await stop();
    expect(read).to.deep.equal(['/dev/ttyUSB9']);
  });

  it('are read up to a number', async () => {
    const { see, read, stop } = hotplug();
    see(...Array.from({ length: 300 }, (_, place) => device(`/dev/ttyUSB${place}`)));
    await eventually('they are found', () => read.length === 256);
    await stop();
    expect(read).to.have.length(256);
  });

  it('are looked for no more when it is stopped', async () => {
    const { see, read, stop, isWatching } = hotplug();
    await stop();
    see(device('/dev/ttyUSB0'));
    await turn();
    await stop();
    expect(isWatching()).to.equal(false);
    expect(read).to.deep.equal([]);
  });
});
