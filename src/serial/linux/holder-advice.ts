import { basename } from 'node:path';
import type { ProcessInfo } from './process-info.js';

type HolderKind = {
  readonly pattern: RegExp;
  /** the field that `pattern` is matched with */
  readonly field: 'name' | 'command';
  /** opens every port that it finds */
  readonly grabsPorts: boolean;
  readonly advice: (path: string) => string;
};

const HOLDER_KINDS: readonly HolderKind[] = [
  {
    pattern: /^ModemManager$/,
    field: 'name',
    grabsPorts: true,
    advice: () =>
      'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device ' +
      'with ENV{ID_MM_DEVICE_IGNORE}="1"',
  },
  {
    pattern: /^gpsd$/,
    field: 'name',
    grabsPorts: true,
    advice: () =>
      'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in ' +
      '/etc/default/gpsd',
  },
  {
    pattern: /^(?:a?getty|login)$/,
    field: 'name',
    grabsPorts: true,
    advice: (path) =>
      `it offers a login on this port: sudo systemctl disable --now serial-getty@${basename(path)}, and remove its console= ` +
      'from the kernel command line (raspi-config: no login shell over serial)',
  },
  {
    pattern: /^brltty$/,
    field: 'name',
    grabsPorts: true,
    advice: () => 'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev',
  },
  {
    pattern: /waypost\S* serve\b|waypost\S*\/main\.js$/,
    field: 'command',
    grabsPorts: false,
    advice: () =>
      'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations',
  },
  {
    pattern: /^(?:minicom|screen|picocom|tio|cu|putty|microcom|socat|ser2net|cat)$/i,
    field: 'name',
    grabsPorts: false,
    advice: () => 'close that program',
  },
];

const kindOf = (holder: ProcessInfo): HolderKind | undefined =>
  HOLDER_KINDS.find(({ pattern, field }) => pattern.test(holder[field]));

/** Is this a program that opens every port it finds? */
export const isKnownPortGrabber = (holder: ProcessInfo): boolean => kindOf(holder)?.grabsPorts === true;

/** Is this the simulated tracker at the other end of a virtual port? It keeps both ends open. */
export const isSimulatedTracker = ({ command }: ProcessInfo): boolean =>
  /waypost\S* (?:simulate|replay|demo)\b/.test(command);

/** How to free the port at `path` from a process; the gateway never stops a process itself. */
export const adviceFor = (holder: ProcessInfo, path: string): string =>
  kindOf(holder)?.advice(path) ?? `stop that program (ps -fp ${holder.pid} shows it), or use another port`;

/** `gpsd (pid 612, user gpsd)` */
export const describeHolder = ({ name, pid, user }: ProcessInfo): string =>
  `${name} (pid ${pid}${user === null ? '' : `, user ${user}`})`;
