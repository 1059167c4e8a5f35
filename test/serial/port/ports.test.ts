import { protocols } from '../../../src/protocols/index.js';
import { expect } from 'chai';
import { success, WaypostError } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { createPorts } from '../../../src/serial/port/ports.js';
import { createTestPorts } from '../../support/test-port.js';
import { testProtocol } from '../../support/test-protocol.js';
import { eventually } from '../../support/eventually.js';

const parts = {
  receive: () => Promise.resolve(success({ accepted: 1, duplicates: 0 })),
  gateway: NULL_CONTEXT,
  logger: silentLogger,
  protocols: { test: testProtocol() },
  captureFolder: '/nowhere',
};

describe('serial ports', () => {
  it('are opened and closed together, each with its own status', async () => {
    const { openPort, opened } = createTestPorts();
    const configs = ['/dev/null', '/dev/zero'].map((path) => ({ path, protocol: 'test', deviceId: path.slice(5) }));
    const ports = createPorts({ ...parts, configs, openPort });
    ports.start();
    await eventually('both are open', () => ports.statuses().every(({ state }) => state === 'open'));
    expect(opened()).to.equal(2);
    expect(ports.statuses().map(({ deviceId }) => deviceId)).to.deep.equal(['null', 'zero']);
    await ports.stop();
  });

  it('tell who listens when the status of one changes, and not what is counted', async () => {
    const device = createTestPorts();
    const config = { path: '/dev/null', protocol: 'test', deviceId: 'bus' };
    const ports = createPorts({ ...parts, configs: [config], openPort: device.openPort });
    const heard: string[] = [];
    const leave = ports.subscribe((path) => heard.push(`${path} ${String(ports.statuses()[0]?.state)}`));
    ports.start();
    await eventually('the port is open', () => heard.length > 0);
    device.last().say('1 A\n');
    expect(heard).to.deep.equal(['/dev/null open']);
    device.last().onClose('gone');
    expect(heard).to.deep.equal(['/dev/null open', '/dev/null error']);
    leave();
    await ports.stop();
  });

  it('refuse a protocol that is not in the table, naming the port', () => {
    const make = () => createPorts({ ...parts, configs: [{ path: '/dev/null', protocol: 'morse' }] });
    expect(make).to.throw(
      WaypostError,
      'serial.ports.0.protocol must be one of test, auto; there is none called morse',
    );
  });

  it('refuse to give one device what many stations say', () => {
    const configs = [{ path: '/dev/null', protocol: 'ais', deviceId: 'harbour' }];
    const make = () => createPorts({ ...parts, configs, protocols });
    expect(make).to.throw(WaypostError, 'serial.ports.0.deviceId must be left out: ais brings many devices');
  });
});
