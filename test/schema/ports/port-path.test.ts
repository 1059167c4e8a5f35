import { expect } from 'chai';
import { validateConfig } from '../../../src/schema/config/config.js';
import { gpsdAddressOf, isModemPath, isPortPath, tcpAddressOf } from '../../../src/schema/ports/port-path.js';

describe('isPortPath', () => {
  for (const path of ['/dev/ttyUSB0', '/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0', '/tmp/pty', 'ttyS0']) {
    it(`the device file ${path} is accepted`, () => {
      expect(isPortPath(path)).to.equal(true);
      expect(tcpAddressOf(path)).to.equal(null);
    });
  }

  const addresses = [
    ['tcp://10.0.0.7:4001', '10.0.0.7', 4001],
    ['tcp://moxa-1.depot.example:65535', 'moxa-1.depot.example', 65_535],
    ['tcp://localhost:1', 'localhost', 1],
    ['tcp://[fd00::7]:4001', 'fd00::7', 4001],
    ['tcp://[fe80::1%eth0]:4001', 'fe80::1%eth0', 4001],
  ] as const;
  for (const [path, host, port] of addresses) {
    it(`the device server ${path} is accepted`, () => {
      expect(tcpAddressOf(path)).to.deep.equal({ host, port });
      expect(isPortPath(path)).to.equal(true);
    });
  }

  for (const [path, host, port, device] of [
    ['gpsd://localhost:2947', 'localhost', 2_947, null],
    ['gpsd://[fd00::7]:2947/dev/ttyACM0', 'fd00::7', 2_947, '/dev/ttyACM0'],
    ['gpsd://depot:2947/dev/serial/by-id/usb-u-blox_7-if00', 'depot', 2_947, '/dev/serial/by-id/usb-u-blox_7-if00'],
  ] as const) {
    it(`the gpsd ${path} is accepted, but not for a modem`, () => {
      expect(gpsdAddressOf(path)).to.deep.equal({ host, port, device });
      expect([isPortPath(path), isModemPath(path)]).to.deep.equal([true, false]);
    });
  }

  const bad = [
    'gpsd://localhost',
    'gpsd://localhost:2947/dev/"x',
    'gpsd:///dev/ttyACM0',
    'tcp://10.0.0.7',
    'tcp://10.0.0.7:0',
    'tcp://10.0.0.7:65536',
    'tcp://:4001',
    'tcp://fd00::7:4001',
    'tcp://[10.0.0.7]:4001',
    'tcp://[fd00::7]',
    'tcp://host:4001/',
    'tcp://user@host:4001',
    'tcp:host:4001',
    'udp://host:4001',
    'TCP://host:99999',
    '/dev/tty\0USB0',
  ];
  for (const path of bad) {
    it(`${JSON.stringify(path)} is refused`, () => {
      expect(isPortPath(path)).to.equal(false);
    });
  }
});

describe('serial.ports[].path', () => {
  it('an invalid path is refused with its pointer and what it must be', () => {
    const checked = validateConfig({ serial: { ports: [{ path: 'tcp://moxa', protocol: 'json' }] } });
    expect(checked)
      .to.have.property('message')
      .that.contains('/serial/ports/0/path must be a device like /dev/ttyUSB0');
  });
});
