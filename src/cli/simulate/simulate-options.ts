import { Command, Option } from 'commander';
import { WaypostError } from '../../errors.js';
import type { Windows } from '../../simulator/faults/windows.js';
import type { ListenerAddress } from '../../simulator/ports/network-socket.js';
import { trackerKinds, trackerProtocols, type TrackerProtocol } from '../../simulator/trackers/index.js';
import { UBX_MESSAGES, type UbxMessages } from '../../simulator/ubx/messages.js';
import { PROVISIONING_FAULTS, type ProvisioningFault, type TrackerKind } from '../../simulator/trackers/tracker.js';
import { parseInstant, parseNumber, parseRate, parseWindows } from '../options/option-values.js';
import { parseListener } from './listener-option.js';

/** The options of `waypost simulate`. Times are in seconds. The members are named after the options. */
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
  readonly connect?: ListenerAddress;
  readonly baud?: number;
  readonly noise?: number;
  readonly cut?: number;
  readonly silence?: Windows;
  readonly unplug?: Windows;
  readonly resend?: number;
  readonly shuffle?: number;
  readonly clockOffset?: number | 'unset';
  readonly clockDrift?: number;
  readonly ubxMessages?: UbxMessages;
  readonly onRequest?: true;
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
  const fault = PROVISIONING_FAULTS.find((known) => known === kind);
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

/** The command without its action. */
export const simulateOptions = (): Command =>
  faultOptions(trackerOptions(new Command('simulate')))
    .description(
      'simulate trackers on virtual serial ports, on an existing port or over a network, with optional faults',
    )
    .optionsGroup('Output:')
    .option('--json', 'print JSON Lines: ports, records created and finished, faults, and a summary of each tracker')
    .addHelpText('after', EXAMPLES);

const trackerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--protocol <name>', 'protocol of the trackers').choices(trackerProtocols).default('nmea0183'),
    )
    .option('--count <n>', 'number of trackers', parseNumber('--count', { min: 1, max: 1_000, whole: true }), 1)
    .option(
      '--devices <prefix>',
      `device ids are PREFIX-1, PREFIX-2, … (default: the protocol); ${describeKinds(({ ids }) => (ids.prefix === undefined ? undefined : ids.expected))}`,
    )
    .option(
      '--interval <s>',
      'time between reports',
      parseNumber('--interval', { min: 0.01, max: DAY_S, unit: 'seconds' }),
      1,
    )
    .option(
      '--alert <s>',
      `time between alerts (${describeKinds(({ alertName }) => alertName)})`,
      parseNumber('--alert', { min: 0.01, unit: 'seconds' }),
    )
    .option(
      '--seed <n>',
      'the same seed gives the same routes, bytes and faults',
      parseNumber('--seed', { min: 0, max: 2 ** 31, whole: true }),
      1,
    )
    .addOption(
      new Option('--ubx-messages <name>', 'messages of u-blox receivers; all but pvt have NAV-PVT off').choices(
        UBX_MESSAGES,
      ),
    )
    .option('--on-request', 'TAIP receivers send their position only when they are asked')
    .option('--from <time>', 'start of simulated time, ISO 8601 (default: now)', parseInstant('--from'))
    .option(
      '--duration <s>',
      'stop after this simulated time',
      parseNumber('--duration', { min: 0.1, unit: 'seconds' }),
    )
    .option(
      '--speed <x>',
      'factor of simulated time, which then starts in the past and ends now',
      parseNumber('--speed', { min: 0.01, max: 100_000 }),
      1,
    )
    .optionsGroup('Ports:')
    .option('--folder <folder>', 'folder for the links to the virtual ports (default: a temporary folder)')
    .option('--port <path>', 'existing port, whose other end a reader opens')
    .option(
      '--connect <address>',
      'listener of a gateway, HOST:PORT, udp://HOST:PORT or http://HOST:PORT: each tracker connects to it, again when it is lost',
      parseListener('--connect'),
    )
    .option(
      '--baud <rate>',
      'bit/s of the port; a program that opens a virtual port at another rate misreads the data',
      parseNumber('--baud', BAUD_BOUNDS),
    );

const faultOptions = (command: Command): Command =>
  command
    .optionsGroup('Faults (rates are probabilities from 0 to 1):')
    .option('--noise <rate>', 'per byte: a bit is flipped, or a random byte is inserted', parseRate('--noise'))
    .option('--cut <rate>', 'per line: its start or its end is lost', parseRate('--cut'))
    .option('--resend <rate>', 'per record: it is sent twice', parseRate('--resend'))
    .option(
      '--shuffle <n>',
      'send records in groups of n, out of order',
      parseNumber('--shuffle', { min: 1, max: 1_000, whole: true }),
    )
    .option(
      '--silence <every,for>',
      'sent data is lost for FOR seconds, after every EVERY seconds',
      parseWindows('--silence'),
    )
    .option(
      '--unplug <every,for>',
      'a virtual port is unplugged, or a connection closed, for FOR seconds, after every EVERY seconds',
      parseWindows('--unplug'),
    )
    .option(
      '--clock-offset <s>',
      'the clocks of trackers are fast by this; "unset": they start in 1970',
      parseClockOffset,
    )
    .option(
      '--clock-drift <s>',
      'seconds per day that the clocks of trackers gain',
      parseNumber('--clock-drift', { min: -DAY_S, max: DAY_S, unit: 'seconds' }),
    )
    .option(
      '--trouble <n=kind>',
      `fault of the n-th tracker when it is provisioned: ${PROVISIONING_FAULTS.join(', ')}; repeatable`,
      parseFault,
    );

const EXAMPLES = `
Ctrl-C stops the simulation. Examples:

  waypost simulate                                      one GNSS receiver
  waypost simulate --protocol wpt --count 20            twenty trackers, one port each
  waypost simulate --protocol ais --count 50 --alert 60 fifty ships on one port, a SART every minute
  waypost simulate --protocol json --noise 0.001 --cut 0.02 --resend 0.1 --shuffle 5
  waypost simulate --unplug 60,10 --silence 30,5        a loose plug
  waypost simulate --speed 3600 --duration 86400        a whole day in 24 seconds
  waypost simulate --port /dev/ttyUSB1 --baud 4800      on a real port
  waypost simulate --protocol teltonika --connect depot.local:5027 --count 20`;

/** Throws a WaypostError for options that exclude each other. */
export function checkOptions(options: SimulateOptions): void {
  const { protocol, devices, port, connect } = options;
  const { ids, networkOnly, httpOnly = false } = trackerKinds[protocol];
  if (devices !== undefined && !ids.pattern.test(devices))
    refuse(`--devices must be ${ids.expected}, not "${devices}"`);
  if (networkOnly === true && connect === undefined)
    refuse(`${protocol} trackers have no serial port: add --connect HOST:PORT, the address of a listener`);
  if (connect !== undefined && (connect.transport === 'http') !== httpOnly)
    refuse(`--connect must ${httpOnly ? '' : 'not '}start with http:// for ${protocol} trackers`);
  if (connect !== undefined) checkConnectOptions(options);
  else if (port !== undefined) checkPortOptions(options);
}

function checkConnectOptions({ port, folder, baud }: SimulateOptions): void {
  if (port !== undefined) refuse('--port is a serial port, --connect is a listener: give only one of them');
  if (folder !== undefined || baud !== undefined)
    refuse('--folder and --baud are for serial ports: omit them with --connect');
}

function checkPortOptions({ protocol, count, folder, unplug }: SimulateOptions): void {
  if (folder !== undefined) refuse('--folder is for virtual ports, --port is an existing port: give only one of them');
  if (unplug !== undefined) refuse('--unplug works on virtual ports only: omit --port');
  if (count > 1 && !trackerKinds[protocol].sendsId)
    refuse(`--count must be 1 on one port: ${protocol} trackers do not send an id`);
}

function refuse(message: string): never {
  throw new WaypostError('validation_failed', message);
}
