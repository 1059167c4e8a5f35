import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkOptions, simulateOptions } from '../../src/cli/simulate/simulate-options.js';
import { messageOf } from '../../src/errors.js';
import { trackerProtocols } from '../../src/simulator/trackers/index.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { killAll, runWaypost } from '../support/waypost.js';

describe('waypost simulate', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const lines: VirtualPort[] = [];
  afterEach(() => {
    killAll();
    for (const line of lines.splice(0)) line.close();
  });

  /** A port that hears from the first byte on: who opens a simulated one later gets only what is said from then on. */
  function speakInto(path: string) {
    const line = openVirtualPort(path);
    lines.push(line);
    let said = '';
    line.onData((bytes) => (said += Buffer.from(bytes).toString('latin1')));
    return {
      said: () => said,
      waypost: (...args: readonly string[]) => runWaypost(['simulate', '--port', path, ...args]),
    };
  }

  it('prints where the trackers are, and a configuration for a gateway that is as it should be', async () => {
    const waypost = runWaypost(['simulate', '--count', '2', '--devices', 'bus', '--folder', folder()]);
    await eventually('it says where', () => waypost.output().includes('Ctrl-C'), 20_000);
    const [, json = ''] = /^(\{.*\})$/m.exec(waypost.output()) ?? [];
    const paths = ['bus-1', 'bus-2'].map((name) => join(folder(), `${name}.tty`));
    expect(JSON.parse(json)).to.deep.equal({
      serial: {
        ports: paths.map((path, place) => ({
          path,
          protocol: 'nmea0183',
          baudRate: 9600,
          deviceId: `bus-${place + 1}`,
        })),
      },
    });
    for (const path of paths) expect(readlinkSync(path)).to.match(/^\/dev\/pts\/\d+$/);
    waypost.process.kill('SIGINT');
    expect(await waypost.ended).to.equal(0);
    expect(waypost.output()).to.match(/bus-1: \d+ records made\nbus-2: \d+ records made\n$/);
  });

  it('says the same bytes of the same seed', async () => {
    const heard = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const { said, waypost } = speakInto(join(folder(), name));
        const args = ['--json', '--devices', 'bus', '--from', '2026-11-21T08:00:00Z', '--interval', '0.1'];
        const faults = ['--noise', '0.01', '--cut', '0.1', '--resend', '0.2', '--duration', '3'];
        const simulate = waypost(...args, ...faults);
        expect(await simulate.ended).to.equal(0);
        const told = simulate.output().split('\n').slice(1);
        return { said: said(), told };
      }),
    );
    expect(heard[0]?.said.length).to.be.above(1_000);
    expect(heard[0]?.told.length).to.be.above(30);
    expect(heard[0]).to.deep.equal(heard[1]);
  });

  it('speaks out of a port that is there', async () => {
    const { said, waypost } = speakInto(join(folder(), 'far'));
    expect(await waypost('--duration', '1', '--interval', '0.5').ended).to.equal(0);
    expect(said().match(/\$GNRMC,/g)).to.have.length(2);
  });

  it('tells what is wrong with an option, and how it should be', async () => {
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
      [['--port', '/dev/null', '--folder', 'x'], 'give one of them'],
    ];
    for (const [args, words] of wrongs) expect(await refusal(args)).to.contain(words);
    const waypost = runWaypost(['simulate', '--port', '/dev/null']);
    expect(await waypost.ended).to.equal(1);
    expect(waypost.output()).to.equal('waypost: /dev/null: this is not a serial port: correct the path\n');
  });
});

/** Why these options are refused. */
const refusal = (args: readonly string[]): Promise<string> =>
  simulateOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(checkOptions)
    .parseAsync(args, { from: 'user' })
    .then(() => 'not refused', messageOf);
