import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { protocols } from '../../../src/protocols/index.js';
import { expect } from 'chai';
import { success, valueOf, WaypostError } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import type { PortSettings } from '../../../src/schema/ports/port-settings.js';
import { createPorts, type Ports } from '../../../src/serial/port/ports.js';
import { PortError } from '../../../src/serial/transport/port-error.js';
import { useFolder } from '../../support/store/folder.js';
import { createTestPorts } from '../../support/serial/test-port.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { eventually } from '../../support/gateway/eventually.js';
import { reasonFor } from '../../support/serial/reason.js';

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
    device.last().onClose(reasonFor('gone'));
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

  describe('with a stored port that the configuration has under another name', () => {
    const folder = useFolder();
    const alias = (): string => join(folder(), 'by-id');
    const stored = { path: '/dev/zero', protocol: 'test', deviceId: 'bus', enabled: true };
    const stateOf = (ports: Ports, path: string) => ports.statuses().find((port) => port.path === path)?.state;
    function start() {
      const device = createTestPorts();
      const configs = [{ path: alias(), protocol: 'test', deviceId: 'bus' }];
      const ports = createPorts({ ...common, configs, stored: [stored], openPort: device.openPort });
      ports.start();
      return { device, ports };
    }

    it('the configured port is opened, and the stored one names it', async () => {
      symlinkSync(stored.path, alias());
      const { device, ports } = start();
      await eventually('one waits', () => stateOf(ports, alias()) === 'open' && stateOf(ports, stored.path) === 'busy');
      expect(device.opened()).to.equal(1);
      const { reason } = ports.statuses()[1] ?? {};
      expect(reason).to.contain(`the same device as ${alias()}, which serial.ports.0 in the configuration sets`);
      expect(await ports.prepareChange(stored.path, stored)).to.include({ ok: false, code: 'conflict' });
      await valueOf(await ports.prepareChange(stored.path, null)).commit();
      expect(ports.statuses().map(({ path }) => path)).to.deep.equal([alias()]);
      await ports.stop();
    });

    it('the stored port is closed once the configured name appears', async () => {
      const { device, ports } = start();
      device.refuse(new PortError('absent', reasonFor('no such device')), (path) => path === alias());
      await eventually('the stored one is open', () => stateOf(ports, stored.path) === 'open');
      const first = device.last();
      device.refuse(undefined);
      symlinkSync(stored.path, alias());
      await eventually(
        'it gave way',
        () => stateOf(ports, alias()) === 'open' && stateOf(ports, stored.path) === 'busy',
      );
      expect([first.path, first.asked.at(-1)]).to.deep.equal([stored.path, 'close']);
      expect([device.opened(), device.last().path]).to.deep.equal([2, alias()]);
      await ports.stop();
    });
  });

  describe('with a port that a user added', () => {
    const path = '/dev/ttyUSB99';
    const settings = { protocol: 'test', deviceId: 'bus', enabled: true };
    const stored = { path, ...settings };
    const holder = { onOpen: () => undefined, onData: () => undefined, onClose: () => undefined };

    function start() {
      const device = createTestPorts();
      const ports = createPorts({ ...common, configs: [], stored: [stored], openPort: device.openPort });
      ports.start();
      return { device, ports, isOpen: () => ports.statuses()[0]?.state === 'open' };
    }
    const change = async (ports: Ports, next: PortSettings | null): Promise<void> =>
      valueOf(await ports.prepareChange(path, next)).commit();

    it('a new name leaves it open, other settings open it again', async () => {
      const { device, ports, isOpen } = start();
      await eventually('the port is open', isOpen);
      await change(ports, { ...settings, name: 'socket 3' });
      expect([device.opened(), ports.statuses()[0]?.name]).to.deep.equal([1, 'socket 3']);
      await change(ports, { ...settings, deviceId: 'van' });
      await eventually('the port is open again', () => isOpen() && device.opened() === 2);
      expect(ports.statuses()[0]).to.include({ deviceId: 'van', name: null });
      await ports.stop();
    });

    it('settings that change while its data is watched do not end the stream', async () => {
      const { device, ports, isOpen } = start();
      const lines: string[] = [];
      await eventually('the port is open', isOpen);
      const stop = valueOf(ports.monitor(path, ({ kind }) => lines.push(kind)));
      await change(ports, { ...settings, deviceId: 'van' });
      await eventually('the port is open again', () => isOpen() && device.opened() === 2);
      device.last().say('rest\n1 A\n');
      expect(lines).to.include('received');
      stop();
      await ports.stop();
    });

    it('a leased port is not changed, and a port that is being changed is not leased', async () => {
      const { ports, isOpen } = start();
      await eventually('the port is open', isOpen);
      const lease = valueOf(ports.acquireLease(path, 'test', holder));
      expect(await ports.prepareChange(path, null)).to.include({ ok: false, code: 'conflict' });
      lease.release();
      const prepared = valueOf(await ports.prepareChange(path, { ...settings, deviceId: 'van' }));
      expect(ports.acquireLease(path, 'test', holder)).to.include({ ok: false, code: 'conflict' });
      expect(await ports.prepareChange(path, null)).to.include({ ok: false, code: 'conflict' });
      prepared.cancel();
      expect(ports.acquireLease(path, 'test', holder)).to.include({ ok: true });
      await ports.stop();
    });

    it('a disabled port is not opened, not leased and gets no commands', async () => {
      const { device, ports, isOpen } = start();
      await eventually('the port is open', isOpen);
      await change(ports, { ...settings, enabled: false });
      expect(ports.statuses()[0]?.state).to.equal('disabled');
      expect(device.last().asked).to.include('close');
      expect(ports.acquireLease(path, 'test', holder)).to.include({ ok: false, code: 'conflict' });
      await ports.stop();
    });

    it('a removed port is closed and not listed', async () => {
      const { device, ports, isOpen } = start();
      await eventually('the port is open', isOpen);
      await change(ports, null);
      expect(ports.statuses()).to.deep.equal([]);
      expect(device.last().asked).to.include('close');
      await ports.stop();
    });

    it('a stored port whose protocol this version does not have is left out, and the others are read', async () => {
      const unknown = { path: '/dev/ttyUSB98', protocol: 'morse', enabled: true };
      const device = createTestPorts();
      const ports = createPorts({ ...common, configs: [], stored: [unknown, stored], openPort: device.openPort });
      expect(ports.statuses().map((port) => port.path)).to.deep.equal([path]);
      await ports.stop();
    });
  });
});
