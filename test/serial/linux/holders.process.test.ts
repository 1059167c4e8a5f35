import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { english } from '../../../src/messages/english.js';
import { adviceFor } from '../../../src/serial/linux/holder-advice.js';
import { findHolders } from '../../../src/serial/linux/holders.js';
import { PortError } from '../../../src/serial/transport/port-error.js';
import { openSerialPort } from '../../../src/serial/transport/serial-port.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { holdDevice, type HolderProcess } from '../../support/serial/port-holder.js';

describe('findHolders', () => {
  const folder = useFolder();
  let line: VirtualPort;
  let other: HolderProcess | undefined;

  beforeEach(() => {
    line = openVirtualPort(join(folder(), 'tracker'));
  });
  afterEach(async () => {
    await other?.end();
    other = undefined;
    line.close();
  });

  const hold = async (name: string): Promise<number> => {
    const process = (other = await holdDevice(folder(), line.path, name));
    await eventually('the process has its name', async () => (await findHolders(line.path))[0]?.name === name);
    return process.pid;
  };

  it('this process is not reported as a holder', async () => {
    expect(await findHolders(line.path)).to.deep.equal([]);
  });

  it('a holder is found under any name of the device, with its name, user and command', async () => {
    const pid = await hold('gpsd');
    symlinkSync(line.path, join(folder(), 'by-id'));
    const [holder, ...more] = await findHolders(join(folder(), 'by-id'));
    expect(more).to.deep.equal([]);
    expect(holder).to.deep.include({ pid, name: 'gpsd', user: userInfo().username, sure: true });
    expect(holder?.command).to.match(/\/gpsd$/);
  });

  it('the error of a busy port names the holder and the fix', async () => {
    const pid = await hold('ModemManager');
    const open = () =>
      openSerialPort({ path: line.path, baudRate: 9_600, onData: () => undefined, onClose: () => undefined });
    const port = await open();
    const error: unknown = await open().catch((refusal: unknown) => refusal);
    await port.close();
    expect(error).to.be.instanceOf(PortError);
    expect((error as PortError).fault).to.equal('busy');
    expect((error as PortError).message)
      .to.contain(`${line.path}: in use by ModemManager (pid ${pid}, user `)
      .and.to.contain(') (Cannot lock port): it probes every new port for a modem: sudo systemctl');
  });

  it('the search does not block this process', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let n = 0; n < 5; n += 1) await findHolders(line.path);
    delay.disable();
    expect(delay.percentile(95) / 1e6).to.be.below(20);
  });

  it('a file and a missing device have no holders', async () => {
    writeFileSync(join(folder(), 'file'), '');
    expect(await findHolders(join(folder(), 'file'))).to.deep.equal([]);
    expect(await findHolders('/dev/none')).to.deep.equal([]);
  });

  it('a lock file names the holder when no descriptor is visible, as not sure', async () => {
    const proc = join(folder(), 'proc');
    const lockFolders = [join(folder(), 'none'), join(folder(), 'lock')];
    mkdirSync(join(proc, '612'), { recursive: true });
    mkdirSync(join(folder(), 'lock'));
    writeFileSync(join(proc, '612/comm'), 'minicom\n');
    writeFileSync(join(proc, '612/cmdline'), 'minicom\0-D\0/dev/null\0');
    writeFileSync(join(folder(), 'lock/LCK..null'), '       612\n');
    const [holder] = await findHolders('/dev/null', { proc, lockFolders });
    expect(holder).to.include({ pid: 612, name: 'minicom', command: 'minicom -D /dev/null', sure: false });
    expect(await findHolders('/dev/null', { proc, lockFolders, ownPid: 612 })).to.deep.equal([]);
    writeFileSync(join(folder(), 'lock/LCK..null'), '       613\n');
    expect(await findHolders('/dev/null', { proc, lockFolders })).to.deep.equal([]);
  });
});

describe('adviceFor', () => {
  const cases = [
    ['ModemManager', '/usr/sbin/ModemManager', 'ID_MM_DEVICE_IGNORE'],
    ['gpsd', '/usr/sbin/gpsd -N', 'gpsd.socket gpsd'],
    ['agetty', '/sbin/agetty -o -p -- \\u ttyAMA0', 'disable --now serial-getty@ttyAMA0'],
    ['login', '/bin/login -p --', 'serial-getty@ttyAMA0'],
    ['brltty', '/usr/bin/brltty', 'brltty-udev'],
    ['node', 'node /opt/waypost/dist/src/main.js serve --config depot.json', 'another Waypost'],
    ['node', '/usr/bin/node /usr/bin/waypost serve', 'another Waypost'],
    ['node', 'node /srv/other/main.js', 'ps -fp 612'],
    ['picocom', 'picocom /dev/ttyAMA0', 'close that program'],
    ['SCREEN', 'SCREEN /dev/ttyAMA0', 'close that program'],
    ['fahrplan', 'fahrplan', 'ps -fp 612'],
  ] as const;

  for (const [name, command, help] of cases) {
    it(`the advice about ${command} contains ${help}`, () => {
      expect(english(adviceFor({ pid: 612, name, command, user: 'root' }, '/dev/ttyAMA0'))).to.contain(help);
    });
  }
});
