import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { createPorts, type Ports } from '../../src/serial/port/ports.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { startHangUps, type HangUps } from '../support/serial/tty-hangup.js';
import { testProtocol } from '../support/protocols/test-protocol.js';
import { english } from '../../src/messages/english.js';

/** processor time of this process, in ms */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

describe('a port that the kernel hangs up', () => {
  let folder = '';
  let line: VirtualPort;
  let ports: Ports;
  let reports = 0;

  let hangUps: HangUps;

  before(() => {
    hangUps = startHangUps();
  });
  after(() => hangUps.end());

  const state = (): string | undefined => ports.statuses()[0]?.state;
  const reopened = (): number | undefined => ports.statuses()[0]?.counters.reopened;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-hang-up-'));
    line = openVirtualPort(join(folder, 'tracker'));
    reports = 0;
    ports = createPorts({
      configs: [{ path: line.path, protocol: 'test' }],
      protocols: { test: testProtocol() },
      captureFolder: '/nowhere',
      receive() {
        reports += 1;
        return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
      },
      gateway: NULL_CONTEXT,
      logger: silentLogger,
    });
    ports.start();
    await eventually('the port is open', () => state() === 'open');
  });
  afterEach(async () => {
    await ports.stop();
    line.close();
    rmSync(folder, { recursive: true });
  });

  it('a hung-up port is detected, reopened, and uses almost no processor time meanwhile', async () => {
    await hangUps.hangUp(line.path);
    const begin = cpuMs();
    await eventually('it is missed', () => state() === 'error');
    const away = await eventually('it is open again', () => state() === 'open');
    expect(cpuMs() - begin).to.be.below(0.4 * away);
    await line.write('1 A\n');
    await eventually('a report arrives', () => reports === 1);
    expect(reopened()).to.equal(1);
  });

  it('a hangup without a pending read is detected by a read of 0 bytes', async () => {
    await ports.stop();
    const losses: string[] = [];
    const port = await openSerialPort({
      path: line.path,
      baudRate: 9_600,
      onData: () => undefined,
      onClose: (reason) => losses.push(english(reason)),
    });
    await hangUps.hangUp(line.path);
    await eventually('it is missed', () => losses.length > 0);
    await port.close();
    expect(losses).to.deep.equal([`${line.path}: the device went away`]);
  });

  it('a hangup during a flood of data is detected', async () => {
    void line.write('1 A\n'.repeat(250_000));
    await eventually('the flood arrives', () => reports > 1_000);
    await hangUps.hangUp(line.path);
    await eventually('it was opened again', () => reopened() === 1);
    await eventually('the port is open again', () => state() === 'open');
  });

  it('a port is absent while its path is missing, and reopened when it is back', async () => {
    await hangUps.hangUp(line.path);
    line.unplug();
    await eventually('it is missed', () => state() === 'absent');
    line.replug();
    await eventually('it is open again', () => state() === 'open');
    await line.write('1 A\n');
    await eventually('a report arrives', () => reports === 1);
  });
});
