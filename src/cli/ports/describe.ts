import { isTcpPath } from '../../schema/ports/port-path.js';
import { adviceFor, describeHolder } from '../../serial/linux/holder-advice.js';
import { tableLines } from '../terminal/table.js';
import type { PortRow } from './row.js';

const HEADINGS = ['PORT', 'LASTING NAME', 'WHAT IT IS', 'HELD BY', 'CONFIGURED'] as const;

/** The table of `waypost ports`, each port with a line below it for whatever needs saying. */
export function describePorts(rows: readonly PortRow[]): string {
  if (rows.length === 0) return NO_PORTS;
  const [heading = '', ...lines] = tableLines(HEADINGS, rows.map(cellsOf));
  const noted = rows.flatMap((row, n) => [lines[n] ?? '', ...notesOf(row).map((note) => `  → ${note}`)]);
  return [heading, ...noted, ''].join('\n');
}

const cellsOf = (row: PortRow): string[] => [
  row.path,
  row.lastingName ?? '-',
  deviceLabel(row),
  holderNames(row),
  row.configured === null ? '-' : configuredAs(row.configured),
];

/** `FTDI FT232R USB UART (0403:6001, ftdi_sio)` */
export function deviceLabel({ device, present, path }: PortRow): string {
  if (isTcpPath(path)) return 'device server';
  if (device === null) return present ? 'no serial hardware' : 'not there';
  const names = [device.manufacturer, device.product].filter((name) => name !== null).join(' ');
  const numbers = device.vendorId === null ? null : `${device.vendorId}:${device.productId ?? '?'}`;
  const details = [numbers, device.driver].filter((detail) => detail !== null).join(', ');
  if (names === '') return details === '' ? 'serial port' : details;
  return details === '' ? names : `${names} (${details})`;
}

export const holderNames = ({ holders }: PortRow): string =>
  holders.length === 0 ? '-' : holders.map((holder) => describeHolder(holder) + (holder.sure ? '' : '?')).join(', ');

const configuredAs = ({ protocol, baudRate, deviceId }: NonNullable<PortRow['configured']>): string =>
  [
    protocol,
    ...(baudRate === undefined ? [] : [`${baudRate} baud`]),
    ...(deviceId === undefined ? [] : [deviceId]),
  ].join(', ');

function notesOf(row: PortRow): string[] {
  const { gateway, holders, present, allowed, path } = row;
  const notes: string[] = [];
  if (gateway !== null) {
    const { state, protocol, baudRate, counters, lastFrameAt, reason } = gateway;
    const activity = lastFrameAt === null ? 'nothing heard' : `last heard ${lastFrameAt}`;
    const why = reason === null ? '' : `: ${reason}`;
    const speed = baudRate === null ? '' : ` at ${baudRate} baud`;
    notes.push(`the gateway: ${state}, ${protocol}${speed}, ${counters.frames} frames, ${activity}${why}`);
  }
  if (!present) notes.push('configured, and not there: plug it in, or correct the path');
  else if (!allowed) notes.push('this user may not open it: sudo usermod -aG dialout "$USER", and sign in again');
  const otherHolders = isOpenInGateway(row) ? [] : holders;
  for (const holder of otherHolders) notes.push(`${holder.name}: ${adviceFor(holder, path)}`);
  return notes;
}

/** Held by the very gateway that was asked: as it should be. */
export const isOpenInGateway = ({ gateway }: PortRow): boolean => gateway?.state === 'open';

/** Does it need a person: a configured port that is not there, not to be opened, or held by somebody else? */
export const needsHelp = (row: PortRow): boolean =>
  row.configured !== null && !isOpenInGateway(row) && (!row.present || !row.allowed || row.holders.length > 0);

const NO_PORTS = `No serial device was found, and none is configured. What to check:

  - Does the tracker have power, and does its cable carry data? Many USB cables only charge.
  - Does the kernel see it?  Plug it in while this runs:  sudo dmesg --follow
  - May this user open ports?  id -nG  must name dialout:  sudo usermod -aG dialout "$USER", and sign in again
  - In a container, the device must be handed in:  --device /dev/ttyUSB0
  - The board's own port may be switched off, or be the console:  raspi-config, Interface Options, Serial Port

  waypost ports --watch  tells what comes and goes.
`;
