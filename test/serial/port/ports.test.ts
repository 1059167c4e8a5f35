import { protocols } from '../../../src/protocols/index.js';
import { expect } from 'chai';
import { success, WaypostError } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { createPorts } from '../../../src/serial/port/ports.js';
import { createTestPorts } from '../../support/serial/test-port.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { eventually } from '../../support/gateway/eventually.js';

const common = {
  receive: () => Promise.resolve(success({ accepted: 1, duplicates: 0 })),
  gateway: NULL_CONTEXT,
  logger: silentLogger,
  protocols: { test: testProtocol() },
  captureFolder: '/nowhere',
};

describe('createPorts', () => {
  it('all ports are opened and closed together, each with its own status', async () => {
    const { openPort, opened } = createTestPorts();
    const configs = ['/dev/null', '/dev/zero'].map((path) => ({ path, protocol: 'test', deviceId: path.slice(5) }));
    const ports = createPorts({ ...common, configs, openPort });
    ports.start();
    await eventually('both are open', () => ports.statuses().every(({ state }) => state === 'open'));
    expect(opened()).to.equal(2);
    expect(ports.statuses().map(({ deviceId }) => deviceId)).to.deep.equal(['null', 'zero']);
    await ports.stop();
  });

  it('listeners are notified when the status of a port changes, but not its counters', async () => {
    const device = createTestPorts();
    const config = { path: '/dev/null', protocol: 'test', deviceId: 'bus' };
    const ports = createPorts({ ...common, configs: [config], openPort: device.openPort });
    const changes: string[] = [];
    const unsubscribe = ports.subscribe((path) => changes.push(`${path} ${String(ports.statuses()[0]?.state)}`));
    ports.start();
    await eventually('the port is open', () => changes.length > 0);
    device.last().say('1 A\n');
    expect(changes).to.deep.equal(['/dev/null open']);
    device.last().onClose('gone');
    expect(changes).to.deep.equal(['/dev/null open', '/dev/null error']);
    unsubscribe();
    await ports.stop();
  });

  it('an unknown protocol is refused with the key of its port', () => {
    const make = () => createPorts({ ...common, configs: [{ path: '/dev/null', protocol: 'morse' }] });
    expect(make).to.throw(WaypostError, 'serial.ports.0.protocol must be one of test, auto, not morse');
  });

  it('an AIS port can be bound to the device of its own receiver', () => {
    const configs = [{ path: '/dev/null', protocol: 'ais', deviceId: 'ferry' }];
    const ports = createPorts({ ...common, configs, protocols });
    expect(ports.statuses()).to.have.length(1);
  });

  it('a port of a protocol with many devices cannot be bound to one device', () => {
    const configs = [{ path: '/dev/null', protocol: 'aprs', deviceId: 'harbor' }];
    const make = () => createPorts({ ...common, configs, protocols });
    expect(make).to.throw(WaypostError, 'serial.ports.0.deviceId must be left out: aprs has many devices');
  });
});
