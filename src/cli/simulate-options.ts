import { Command, Option } from 'commander';
import { WaypostError } from '../errors.js';
import type { Windows } from '../simulator/faults/windows.js';
import { trackerKinds, trackerProtocols, type TrackerProtocol } from '../simulator/trackers/index.js';
import { troubles, type Trouble } from '../simulator/trackers/tracker.js';
import { instantOf, numberOf, rateOf, windowsOf } from './option-values.js';

/** What stands behind `waypost simulate`; seconds where it is not said otherwise. */
export type SimulateOptions = {
  readonly protocol: TrackerProtocol;
  readonly count: number;
  readonly devices?: string;
  readonly interval: number;
  readonly alert?: number;
  readonly seed: number;
  readonly from?: number;
  readonly duration?: number;
  readonly speed: number;
  readonly port?: string;
  readonly folder?: string;
  readonly baud?: number;
  readonly noise?: number;
  readonly cut?: number;
  readonly silence?: Windows;
  readonly unplug?: Windows;
  readonly resend?: number;
  readonly shuffle?: number;
  readonly clockOffset?: number | 'unset';
  readonly clockDrift?: number;
  readonly trouble?: ReadonlyMap<number, Trouble>;
  readonly json?: true;
};

const day = 86_400;
const baud = { least: 50, most: 4_000_000, whole: true };

const clockOffset = (text: string): number | 'unset' =>
  text === 'unset'
    ? text
    : numberOf('--clock-offset', { least: -3650 * day, most: 3650 * day, unit: 'seconds, or unset,' })(text);

function troubleOf(text: string, former: ReadonlyMap<number, Trouble> = new Map()): ReadonlyMap<number, Trouble> {
  const [, n, kind] = /^(\d{1,4})=(\w+)$/.exec(text) ?? [];
  const trouble = troubles.find((one) => one === kind);
  if (n === undefined || trouble === undefined) {
    throw new WaypostError(
      'validation_failed',
      `--trouble must be N=KIND, KIND one of ${troubles.join(', ')}, not "${text}"`,
    );
  }
  return new Map([...former, [Number(n), trouble]]);
}

/** The command without what it does. */
export const simulateWords = (): Command =>
  new Command('simulate')
    .description('simulated trackers on virtual serial ports, or on a port that is there, with faults on request')
    .addOption(new Option('--protocol <name>', 'what they speak').choices(trackerProtocols).default('nmea0183'))
    .option('--count <n>', 'how many trackers', numberOf('--count', { least: 1, most: 1_000, whole: true }), 1)
    .option(
      '--devices <prefix>',
      'they are PREFIX-1, PREFIX-2, …; the protocol when left out (digits of an MMSI for ais, of an IMEI for queclink, of a node for meshtastic; the first letters of a callsign for aprs)',
    )
    .option(
      '--interval <s>',
      'from one report to the next',
      numberOf('--interval', { least: 0.01, most: day, unit: 'seconds' }),
      1,
    )
    .option(
      '--alert <s>',
      'from one alert to the next (json, wpt, queclink: SOS; ais: a SART; meshtastic: an alert; aprs: an emergency)',
      numberOf('--alert', { least: 0.01, unit: 'seconds' }),
    )
    .option(
      '--seed <n>',
      'the same seed makes the same rounds, bytes and faults',
      numberOf('--seed', { least: 0, most: 2 ** 31, whole: true }),
      1,
    )
    .option('--from <time>', 'when the simulated time begins, ISO 8601; now when left out', instantOf('--from'))
    .option(
      '--duration <s>',
      'end after so much simulated time',
      numberOf('--duration', { least: 0.1, unit: 'seconds' }),
    )
    .option(
      '--speed <x>',
      'simulated time goes so much faster; it ends now',
      numberOf('--speed', { least: 0.01, most: 100_000 }),
      1,
    )
    .optionsGroup('Where:')
    .option('--folder <folder>', 'for the links to the virtual ports; a temporary one when left out')
    .option('--port <path>', 'a port that is there, at the other end of a cable or a pseudo-terminal')
    .option(
      '--baud <rate>',
      'speed of the line; who opens a virtual port at another one reads garbage',
      numberOf('--baud', baud),
    )
    .optionsGroup('Faults (a rate is a chance from 0 to 1):')
    .option('--noise <rate>', 'of each byte: a bit is flipped or rubbish comes before it', rateOf('--noise'))
    .option('--cut <rate>', 'of each line: its head or its tail is lost', rateOf('--cut'))
    .option('--resend <rate>', 'of each record: it is sent twice', rateOf('--resend'))
    .option(
      '--shuffle <n>',
      'records leave n at a time, out of order',
      numberOf('--shuffle', { least: 1, most: 1_000, whole: true }),
    )
    .option('--silence <every,for>', 'what is sent is lost, for so many seconds every so many', windowsOf('--silence'))
    .option('--unplug <every,for>', 'a virtual port is gone, for so many seconds every so many', windowsOf('--unplug'))
    .option('--clock-offset <s>', 'the clocks are fast by so much; or "unset": they began in 1970', clockOffset)
    .option(
      '--clock-drift <s>',
      'the clocks gain so much a day',
      numberOf('--clock-drift', { least: -day, most: day, unit: 'seconds' }),
    )
    .option(
      '--trouble <n=kind>',
      `the n-th gets something wrong when it is set up: ${troubles.join(', ')}; repeat it for more`,
      troubleOf,
    )
    .optionsGroup('Output:')
    .option('--json', 'one JSON object a line: ports, records made and settled, faults, and a summary of each tracker')
    .addHelpText('after', examples);

const examples = `
Ctrl-C ends it. Examples:

  waypost simulate                                      one GNSS receiver
  waypost simulate --protocol wpt --count 20            twenty trackers, a port each
  waypost simulate --protocol ais --count 50 --alert 60 fifty ships on one port, a SART every minute
  waypost simulate --protocol json --noise 0.001 --cut 0.02 --resend 0.1 --shuffle 5
  waypost simulate --unplug 60,10 --silence 30,5        a loose plug
  waypost simulate --speed 3600 --duration 86400        a whole day in 24 seconds
  waypost simulate --port /dev/ttyUSB1 --baud 4800      out of a real port`;

/** Throws a WaypostError where options do not go together. */
export function demandSense({ protocol, count, devices, port, folder, unplug }: SimulateOptions): void {
  const { isNamed, ids } = trackerKinds[protocol];
  const refuse = (message: string): never => {
    throw new WaypostError('validation_failed', message);
  };
  if (devices !== undefined && !ids.pattern.test(devices))
    refuse(`--devices must be ${ids.expected}, not "${devices}"`);
  if (port === undefined) return;
  if (folder !== undefined) refuse('--folder is for virtual ports and --port is one that is there: give one of them');
  if (unplug !== undefined) refuse('--unplug works on virtual ports only: leave --port out');
  if (count > 1 && !isNamed) refuse(`--count must be 1 on one port: trackers of ${protocol} do not say who they are`);
}
