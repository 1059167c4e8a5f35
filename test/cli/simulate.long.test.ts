import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkOptions, simulateOptions, type SimulateOptions } from '../../src/cli/simulate/simulate-options.js';
import { messageOf } from '../../src/errors.js';
import { trackerProtocols } from '../../src/simulator/trackers/index.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

describe('waypost simulate', () => {
  const folder = useFolder();
  const lines: VirtualPort[] = [];
  afterEach(() => {
    killAll();
    for (const line of lines.splice(0)) line.close();
  });

  /** A port that is open from the first byte on, unlike a simulated port, which loses the bytes before it is opened. */
  function openReader(path: string) {
    const line = openVirtualPort(path);
    lines.push(line);
    let received = '';
    line.onData((bytes) => (received += Buffer.from(bytes).toString('latin1')));
    return {
      received: () => received,
      waypost: (...args: readonly string[]) => runWaypost(['simulate', '--port', path, ...args]),
    };
  }

  it('simulate prints the ports of the trackers and a valid configuration for a gateway', async () => {
    const waypost = runWaypost(['simulate', '--count', '2', '--devices', 'bus', '--folder', folder()]);
    await eventually('the ports are printed', () => waypost.output().includes('Ctrl-C'));
    const [, json = ''] = /^(\{.*\})$/m.exec(waypost.output()) ?? [];
    const paths = ['bus-1', 'bus-2'].map((name) => join(folder(), `${name}.tty`));
    expect(JSON.parse(json)).to.deep.equal({
      serial: {
        ports: paths.map((path, index) => ({
          path,
          protocol: 'nmea0183',
          baudRate: 9600,
          deviceId: `bus-${index + 1}`,
        })),
      },
    });
    for (const path of paths) expect(readlinkSync(path)).to.match(/^\/dev\/pts\/\d+$/);
    waypost.process.kill('SIGINT');
    expect(await waypost.ended).to.equal(0);
    expect(waypost.output()).to.match(/bus-1: \d+ records made\nbus-2: \d+ records made\n$/);
  });

  it('the same seed gives the same bytes and events', async () => {
    const runs = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const { received, waypost } = openReader(join(folder(), name));
        const args = [
          '--json',
          '--devices',
          'bus',
          '--from',
          '2026-11-21T08:00:00Z',
          '--interval',
          '0.1',
          '--speed',
          '10',
        ];
        const faults = ['--noise', '0.01', '--cut', '0.1', '--resend', '0.2', '--duration', '3'];
        const simulate = waypost(...args, ...faults);
        expect(await simulate.ended).to.equal(0);
        const events = simulate.output().split('\n').slice(1);
        return { received: received(), events };
      }),
    );
    expect(runs[0]?.received.length).to.be.above(1_000);
    expect(runs[0]?.events.length).to.be.above(30);
    expect(runs[0]).to.deep.equal(runs[1]);
  });

  it('--port writes to an existing port, and --seed changes the bytes', async () => {
    const run = async (name: string, ...args: readonly string[]): Promise<string> => {
      const { received, waypost } = openReader(join(folder(), name));
      const time = ['--from', '2026-11-21T08:00:00Z', '--duration', '10', '--interval', '5', '--speed', '20'];
      expect(await waypost(...time, ...args).ended).to.equal(0);
      return received();
    };
    const [first, second] = await Promise.all([run('a', '--seed', '1'), run('b', '--seed', '2')]);
    expect(first.match(/\$GNRMC,/g)).to.have.length(2);
    expect(second.match(/\$GNRMC,/g)).to.have.length(2);
    expect(first).to.not.equal(second);
  });

  it('--alert adds alerts, and the clock options shift the time of the records', async () => {
    const hours = ['--from', '2026-11-21T08:00:00Z', '--duration', '86400', '--interval', '43200', '--speed', '100000'];
    const clock = ['--clock-offset', '3600', '--clock-drift', '20'];
    const simulate = runWaypost(['simulate', '--json', '--protocol', 'ais', '--alert', '43200', ...hours, ...clock]);
    expect(await simulate.ended).to.equal(0);
    const events = simulate.output().trimEnd().split('\n');
    const created = events
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'made');
    expect(created.map(({ record, dateTime }) => [record, dateTime])).to.deep.equal([
      ['location', '2026-11-21T09:00:00.000Z'],
      ['location', '2026-11-21T21:00:10.000Z'],
      ['alert', '2026-11-21T21:00:10.000Z'],
    ]);
  });

  it('each option sets the member of SimulateOptions with its name', async () => {
    const expected: Required<SimulateOptions> = {
      protocol: 'json',
      count: 2,
      devices: 'bus',
      interval: 3,
      alert: 4,
      seed: 5,
      from: Date.UTC(2026, 10, 21, 8),
      duration: 6,
      speed: 7,
      port: '/dev/ttyS0',
      folder: '/tmp/ports',
      connect: { transport: 'udp', host: 'depot.local', port: 5_027 },
      baud: 4_800,
      noise: 0.1,
      cut: 0.2,
      resend: 0.3,
      shuffle: 8,
      silence: { every: 60, lasts: 10 },
      unplug: { every: 30, lasts: 5 },
      clockOffset: 'unset',
      clockDrift: -9,
      ubxMessages: 'sol',
      onRequest: true,
      trouble: new Map([
        [1, 'dies'],
        [2, 'changes'],
      ]),
      json: true,
    };
    const args = [
      ...['--protocol', 'json', '--count', '2', '--devices', 'bus', '--interval', '3', '--alert', '4', '--seed', '5'],
      ...['--from', '2026-11-21T08:00:00Z', '--duration', '6', '--speed', '7', '--port', '/dev/ttyS0'],
      ...[
        '--folder',
        '/tmp/ports',
        '--connect',
        'udp://depot.local:5027',
        '--baud',
        '4800',
        '--noise',
        '0.1',
        '--cut',
        '0.2',
        '--resend',
        '0.3',
      ],
      ...['--shuffle', '8', '--silence', '60,10', '--unplug', '30,5', '--clock-offset', 'unset', '--clock-drift', '-9'],
      ...['--trouble', '1=dies', '--trouble', '2=changes', '--ubx-messages', 'sol', '--on-request', '--json'],
    ];
    const command = simulateOptions().action(() => undefined);
    await command.parseAsync(args, { from: 'user' });
    expect(command.opts()).to.deep.equal(expected);
  });

  it('a wrong option is an error that states the allowed values', async () => {
    const wrongs: [string[], string][] = [
      [['--noise', '2'], '--noise must be a number from 0 to 1, not "2"'],
      [['--count', '1.5'], '--count must be a whole number from 1 to 1000, not "1.5"'],
      [['--interval', 'x'], '--interval must be a number of seconds from 0.01 to 86400, not "x"'],
      [['--unplug', '60'], '--unplug must be EVERY,FOR in seconds, both above 0, like 60,10, not "60"'],
      [['--from', 'now'], '--from must be an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z, not "now"'],
      [['--protocol', 'morse'], `Allowed choices are ${trackerProtocols.join(', ')}`],
      [['--protocol', 'ais', '--devices', 'bus'], '--devices must be the first 3 to 5 digits of an MMSI'],
      [['--port', '/dev/null', '--count', '2'], '--count must be 1 on one port'],
      [['--port', '/dev/null', '--unplug', '1,1'], '--unplug works on virtual ports only'],
      [['--port', '/dev/null', '--folder', 'x'], 'give only one of them'],
      [['--port', '/dev/null', '--connect', 'depot:5027'], 'give only one of them'],
      [['--connect', 'depot:5027', '--baud', '4800'], '--folder and --baud are for serial ports'],
      [['--connect', 'depot'], '--connect must be HOST:PORT, udp://HOST:PORT or http://HOST:PORT'],
      [['--protocol', 'osmand', '--connect', 'depot:5055'], '--connect must start with http:// for osmand'],
      [['--protocol', 'json', '--connect', 'http://depot:5055'], '--connect must not start with http:// for json'],
      [['--protocol', 'teltonika'], 'teltonika trackers have no serial port: add --connect HOST:PORT'],
    ];
    for (const [args, words] of wrongs) expect(await refusal(args)).to.contain(words);
    const waypost = runWaypost(['simulate', '--port', '/dev/null']);
    expect(await waypost.ended).to.equal(1);
    expect(waypost.output()).to.equal('waypost: /dev/null: not a serial port: correct the path\n');
  });
});

/** The error message for these options. */
const refusal = (args: readonly string[]): Promise<string> =>
  simulateOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(checkOptions)
    .parseAsync(args, { from: 'user' })
    .then(() => 'no error', messageOf);
