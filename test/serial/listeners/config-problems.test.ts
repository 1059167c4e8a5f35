import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { findListenerProblems } from '../../../src/serial/listeners/config-problems.js';
import { listenersOf } from '../../support/serial/listener-bench.js';

const problems = (listeners: readonly object[], httpPort = 8080): string[] =>
  findListenerProblems({ listeners: listenersOf(listeners), httpPort, protocols });

const queclink = { transport: 'tcp', port: 5004, protocol: 'queclink' };

describe('the configuration of listeners', () => {
  it('a listener has its defaults: all IPv4 addresses, the local networks, quarantine', () => {
    const [listener] = listenersOf([queclink]);
    expect(listener).to.deep.include({ host: '0.0.0.0', unknownDevices: 'quarantine' });
    expect(listener?.allow).to.include.members([
      '127.0.0.0/8',
      '10.0.0.0/8',
      '192.168.0.0/16',
      'fc00::/7',
      'fe80::/10',
    ]);
    expect(problems([queclink, { ...queclink, transport: 'udp' }])).to.deep.equal([]);
  });

  it('a protocol must be one of the table that names its devices, and NMEA can', () => {
    expect(problems([{ ...queclink, protocol: 'nmea0183' }])).to.deep.equal([]);
    for (const protocol of ['auto', 'ubx', 'quecklink', 'constructor']) {
      const [problem = ''] = problems([queclink, { ...queclink, port: 5005, protocol }]);
      expect(problem, protocol).to.match(/^serial\.listeners\.1\.protocol must be one of .*\bqueclink\b/);
      expect(problem, protocol).to.contain(`not ${protocol}`);
    }
  });

  it('two listeners cannot share an address, and none can have the port of the API', () => {
    for (const host of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])
      expect(
        problems([
          { ...queclink, host },
          { ...queclink, host: '127.0.0.1' },
        ]),
        host,
      ).to.deep.equal([
        'serial.listeners.1.port must not be 5004: serial.listeners.0 listens on the same; choose another one',
      ]);
    expect(problems([queclink, { ...queclink, port: 5005 }])).to.deep.equal([]);
    const hosts = ['127.0.0.1', '127.0.0.2'].map((host) => ({ ...queclink, host }));
    expect(problems(hosts)).to.deep.equal([]);
    expect(problems([queclink], 5004)).to.deep.equal([
      'serial.listeners.0.port must not be 5004: http.port is the same; choose another one',
    ]);
    expect(problems([{ ...queclink, transport: 'udp' }], 5004)).to.deep.equal([]);
  });

  it('HTTP requests need the transport http, and no other protocol has it', () => {
    expect(problems([{ transport: 'http', port: 5055, protocol: 'osmand' }])).to.deep.equal([]);
    expect(problems([{ transport: 'tcp', port: 5055, protocol: 'osmand' }])).to.deep.equal([
      'serial.listeners.0.transport must be http for the protocol osmand, not tcp',
    ]);
    expect(problems([{ ...queclink, transport: 'http' }])).to.deep.equal([
      'serial.listeners.0.transport must be tcp or udp for the protocol queclink: over http, use osmand',
    ]);
  });

  it('maxConnections is for TCP and HTTP', () => {
    expect(problems([{ transport: 'http', port: 5055, protocol: 'osmand', maxConnections: 10 }])).to.deep.equal([]);
    expect(problems([{ ...queclink, maxConnections: 10 }])).to.deep.equal([]);
    const [problem] = problems([{ ...queclink, transport: 'udp', maxConnections: 10 }]);
    expect(problem).to.equal('serial.listeners.0.maxConnections must be left out: udp has no connections');
  });

  for (const [wrong, message] of [
    [{ port: 0 }, 'port must be >= 1'],
    [{ port: 65_536 }, 'port must be <= 65535'],
    [{ transport: 'tls' }, 'transport must be one of tcp'],
    [{ host: 'depot' }, 'host must be an IP address, like 192.168.1.10'],
    [{ allow: [] }, 'allow must NOT have fewer than 1 items'],
    [{ allow: ['10.0.0.0/33'] }, 'allow/0 must be a network, like 10.20.0.0/16'],
    [{ allow: ['10.0.0.1'] }, 'allow/0 must be a network'],
    [{ unknownDevices: 'adopt' }, 'unknownDevices must be one of quarantine, register, drop'],
    [{ maxConnections: 4_097 }, 'maxConnections must be <= 4096'],
    [{ path: '/dev/ttyUSB0' }, 'path is not a known field'],
  ] as const) {
    it(`${JSON.stringify(wrong)} is refused: ${message}`, () => {
      const checked = validateConfig({ serial: { listeners: [{ ...queclink, ...wrong }] } });
      expect(checked.ok).to.equal(false);
      expect(checked.ok ? '' : checked.message).to.contain(`/serial/listeners/0/${message}`);
    });
  }

  it('there are at most 16 listeners', () => {
    const many = Array.from({ length: 17 }, (_, n) => ({ ...queclink, port: 5000 + n }));
    expect(validateConfig({ serial: { listeners: many.slice(1) } }).ok).to.equal(true);
    expect(validateConfig({ serial: { listeners: many } }).ok).to.equal(false);
  });
});
