import { english } from '../../messages/english.js';
import type { PortConfig } from '../../schema/config/config.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import { adviceFor, describeHolder, isSimulatedTracker } from '../../serial/linux/holder-advice.js';
import { paintWord } from '../terminal/color.js';
import { notedTable } from '../terminal/table.js';
import { describeListeners, type ListenerRow } from './listener-row.js';
import type { PortRow } from './row.js';

const HEADINGS = ['PORT', 'NAME', 'PERSISTENT NAME', 'DEVICE', 'HELD BY', 'SETTINGS', 'SOURCE'] as const;

/** The tables of `waypost ports`: ports, then listeners. */
export function describePorts(rows: readonly PortRow[], listeners: readonly ListenerRow[]): string {
  if (rows.length === 0 && listeners.length === 0) return NO_PORTS;
  const ports = notedTable(
    HEADINGS,
    rows.map((row) => ({ cells: cellsOf(row), notes: notesOf(row) })),
    { cut: ['DEVICE', 'HELD BY'] },
  );
  return [...(rows.length > 0 ? [ports] : []), ...(listeners.length > 0 ? [describeListeners(listeners)] : [])].join(
    '\n',
  );
}

const cellsOf = (row: PortRow): string[] => [
  row.path,
  settingsOf(row)?.name ?? '-',
  row.lastingName ?? '-',
  deviceLabel(row),
  holderNames(row),
  settingsText(settingsOf(row)),
  row.gateway?.source ?? (row.configured === null ? '-' : 'configuration'),
];

/** Those of the configuration, which override those that the gateway has stored. */
const settingsOf = ({ configured, gateway }: PortRow): Omit<PortConfig, 'path'> | undefined =>
  configured ?? gateway?.settings;

/** `FTDI FT232R USB UART (0403:6001, ftdi_sio)` */
export function deviceLabel({ device, present, path }: PortRow): string {
  if (isNetworkPath(path)) return path.startsWith('gpsd:') ? 'gpsd' : 'device server';
  if (device === null) return present ? 'no serial hardware' : 'not present';
  const names = [device.manufacturer, device.product].filter((name) => name !== null).join(' ');
  const numbers = device.vendorId === null ? null : `${device.vendorId}:${device.productId ?? '?'}`;
  const details = [numbers, device.driver].filter((detail) => detail !== null).join(', ');
  if (names === '') return details === '' ? 'serial port' : details;
  return details === '' ? names : `${names} (${details})`;
}

export const holderNames = ({ holders }: PortRow): string =>
  holders.length === 0 ? '-' : holders.map((holder) => describeHolder(holder) + (holder.sure ? '' : '?')).join(', ');

function settingsText(settings: Omit<PortConfig, 'path'> | undefined): string {
  if (settings === undefined) return '-';
  const { protocol, baudRate, deviceId, enabled } = settings;
  return [
    protocol,
    ...(baudRate === undefined ? [] : [`${baudRate} baud`]),
    ...(deviceId === undefined ? [] : [deviceId]),
    ...(enabled === false ? ['disabled'] : []),
  ].join(', ');
}

function notesOf(row: PortRow): string[] {
  const { gateway, present, allowed, path } = row;
  const notes: string[] = [];
  if (gateway !== null) {
    const { state, protocol, baudRate, counters, lastFrameAt, reason } = gateway;
    const activity = lastFrameAt === null ? 'none yet' : `last ${lastFrameAt}`;
    const why = reason === null ? '' : `: ${reason}`;
    const speed = baudRate === null ? '' : ` at ${baudRate} baud`;
    notes.push(`the gateway: ${paintWord(state)}, ${protocol}${speed}, ${counters.frames} frames (${activity})${why}`);
  }
  if (!present) notes.push('configured but not present: plug it in, or correct the path');
  else if (!allowed)
    notes.push('this user has no permission to open it: sudo usermod -aG dialout "$USER", then sign in again');
  for (const holder of strangers(row)) notes.push(`${holder.name}: ${english(adviceFor(holder, path))}`);
  return notes;
}

/** The gateway that answered holds the port, as it should. */
const isOpenInGateway = ({ gateway }: PortRow): boolean => gateway?.state === 'open';

/** The programs that keep the gateway from the port. */
const strangers = (row: PortRow): PortRow['holders'] =>
  isOpenInGateway(row) ? [] : row.holders.filter((holder) => !isSimulatedTracker(holder));

/** A configured port that is missing, cannot be opened, or is held by another program. */
export const needsHelp = (row: PortRow): boolean =>
  row.configured !== null && !isOpenInGateway(row) && (!row.present || !row.allowed || strangers(row).length > 0);

const NO_PORTS = `No serial device was found, and none is configured. Check that

  - the tracker has power, and its cable carries data: many USB cables only charge
  - the kernel detects the device: plug it in while this command runs:  sudo dmesg --follow
  - this user is in the group dialout (id -nG): sudo usermod -aG dialout "$USER", then sign in again
  - a container has access to the device:  --device /dev/ttyUSB0
  - the board's own serial port is enabled and not the console:  raspi-config, Interface Options, Serial Port

  waypost ports --watch  prints devices as they appear and vanish.
`;
