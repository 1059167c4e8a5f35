import { Command, Option } from 'commander';
import { WaypostError } from '../../errors.js';
import type { Windows } from '../../simulator/faults/windows.js';
import { trackerKinds, trackerProtocols, type TrackerProtocol } from '../../simulator/trackers/index.js';
import { PROVISIONING_FAULTS, type ProvisioningFault, type TrackerKind } from '../../simulator/trackers/tracker.js';
import { parseInstant, parseNumber, parseRate, parseWindows } from '../options/option-values.js';

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
  readonly trouble?: ReadonlyMap<number, ProvisioningFault>;
  readonly json?: true;
};

const DAY_S = 86_400;
const BAUD_BOUNDS = { min: 50, max: 4_000_000, whole: true };

const parseClockOffset = (text: string): number | 'unset' =>
  text === 'unset'
    ? text
    : parseNumber('--clock-offset', { min: -3650 * DAY_S, max: 3650 * DAY_S, unit: 'seconds, or unset,' })(text);

function parseFault(
  text: string,
  previous: ReadonlyMap<number, ProvisioningFault> = new Map(),
): ReadonlyMap<number, ProvisioningFault> {
  const [, n, kind] = /^(\d{1,4})=(\w+)$/.exec(text) ?? [];
  const fault = PROVISIONING_FAULTS.find((one) => one === kind);
  if (n === undefined || fault === undefined) {
    throw new WaypostError(
      'validation_failed',
      `--trouble must be N=KIND, KIND one of ${PROVISIONING_FAULTS.join(', ')}, not "${text}"`,
    );
  }
  return new Map([...previous, [Number(n), fault]]);
}

/** `name: text` for the protocols that have one. */
const describeKinds = (describe: (kind: TrackerKind) => string | undefined): string =>
  trackerProtocols
    .flatMap((name) => {
      const text = describe(trackerKinds[name]);
      return text === undefined ? [] : [`${name}: ${text}`];
    })
    .join('; ');

/** The command without what it does. */
export const simulateOptions = (): Command =>
  new Command('simulate')
    .description('simulated trackers on virtual serial ports, or on a port that is there, with faults on request')
    .addOption(new Option('--protocol <name>', 'what they speak').choices(trackerProtocols).default('nmea0183'))
    .option('--count <n>', 'how many trackers', parseNumber('--count', { min: 1, max: 1_000, whole: true }), 1)
    .option(
      '--devices <prefix>',
      `device ids PREFIX-1, PREFIX-2, …; the protocol when left out (${describeKinds(({ ids }) => (ids.prefix === undefined ? undefined : ids.expected))})`,
    )
    .option(
      '--interval <s>',
      'from one report to the next',
      parseNumber('--interval', { min: 0.01, max: DAY_S, unit: 'seconds' }),
      1,
    )
    .option(
      '--alert <s>',
      `from one alert to the next (${describeKinds(({ alertName }) => alertName)})`,
      parseNumber('--alert', { min: 0.01, unit: 'seconds' }),
    )
    .option(
      '--seed <n>',
      'the same seed makes the same rounds, bytes and faults',
      parseNumber('--seed', { min: 0, max: 2 ** 31, whole: true }),
      1,
    )
    .option('--from <time>', 'when the simulated time begins, ISO 8601; now when left out', parseInstant('--from'))
    .option(
      '--duration <s>',
      'end after so much simulated time',
      parseNumber('--duration', { min: 0.1, unit: 'seconds' }),
    )
    .option(
      '--speed <x>',
      'simulated time goes so much faster; it ends now',
      parseNumber('--speed', { min: 0.01, max: 100_000 }),
      1,
    )
    .optionsGroup('Where:')
    .option('--folder <folder>', 'for the links to the virtual ports; a temporary one when left out')
    .option('--port <path>', 'a port that is there, at the other end of a cable or a pseudo-terminal')
    .option(
      '--baud <rate>',
      'speed of the line; who opens a virtual port at another one reads garbage',
      parseNumber('--baud', BAUD_BOUNDS),
    )
    .optionsGroup('Faults (a rate is a chance from 0 to 1):')
    .option('--noise <rate>', 'of each byte: a bit is flipped or rubbish comes before it', parseRate('--noise'))
    .option('--cut <rate>', 'of each line: its head or its tail is lost', parseRate('--cut'))
    .option('--resend <rate>', 'of each record: it is sent twice', parseRate('--resend'))
    .option(
      '--shuffle <n>',
      'records leave n at a time, out of order',
      parseNumber('--shuffle', { min: 1, max: 1_000, whole: true }),
    )
    .option(
      '--silence <every,for>',
      'what is sent is lost, for so many seconds every so many',
      parseWindows('--silence'),
    )
    .option(
      '--unplug <every,for>',
      'a virtual port is gone, for so many seconds every so many',
      parseWindows('--unplug'),
    )
    .option('--clock-offset <s>', 'the clocks are fast by so much; or "unset": they began in 1970', parseClockOffset)
    .option(
      '--clock-drift <s>',
      'the clocks gain so much a day',
      parseNumber('--clock-drift', { min: -DAY_S, max: DAY_S, unit: 'seconds' }),
    )
    .option(
      '--trouble <n=kind>',
      `the n-th gets something wrong when it is set up: ${PROVISIONING_FAULTS.join(', ')}; repeat it for more`,
      parseFault,
    )
    .optionsGroup('Output:')
    .option('--json', 'one JSON object a line: ports, records made and settled, faults, and a summary of each tracker')
    .addHelpText('after', EXAMPLES);

const EXAMPLES = `
Ctrl-C ends it. Examples:

  waypost simulate                                      one GNSS receiver
  waypost simulate --protocol wpt --count 20            twenty trackers, a port each
  waypost simulate --protocol ais --count 50 --alert 60 fifty ships on one port, a SART every minute
  waypost simulate --protocol json --noise 0.001 --cut 0.02 --resend 0.1 --shuffle 5
  waypost simulate --unplug 60,10 --silence 30,5        a loose plug
  waypost simulate --speed 3600 --duration 86400        a whole day in 24 seconds
  waypost simulate --port /dev/ttyUSB1 --baud 4800      out of a real port`;

/** Throws a WaypostError where options do not go together. */
export function checkOptions({ protocol, count, devices, port, folder, unplug }: SimulateOptions): void {
  const { sendsId, ids } = trackerKinds[protocol];
  const refuse = (message: string): never => {
    throw new WaypostError('validation_failed', message);
  };
  if (devices !== undefined && !ids.pattern.test(devices))
    refuse(`--devices must be ${ids.expected}, not "${devices}"`);
  if (port === undefined) return;
  if (folder !== undefined) refuse('--folder is for virtual ports and --port is one that is there: give one of them');
  if (unplug !== undefined) refuse('--unplug works on virtual ports only: leave --port out');
  if (count > 1 && !sendsId) refuse(`--count must be 1 on one port: trackers of ${protocol} do not say who they are`);
}
