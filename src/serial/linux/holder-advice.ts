import { basename } from 'node:path';
import type { ProcessInfo } from './process-info.js';

type HolderKind = {
  readonly pattern: RegExp;
  /** what the sign is looked for in */
  readonly field: 'name' | 'command';
  /** takes ports by itself, unasked */
  readonly grabsPorts: boolean;
  readonly advice: (path: string) => string;
};

const HOLDER_KINDS: readonly HolderKind[] = [
  {
    pattern: /^ModemManager$/,
    field: 'name',
    grabsPorts: true,
    advice: () =>
      'it tries every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device ' +
      'with ENV{ID_MM_DEVICE_IGNORE}="1"',
  },
  {
    pattern: /^gpsd$/,
    field: 'name',
    grabsPorts: true,
    advice: () =>
      'sudo systemctl disable --now gpsd.socket gpsd, or take the device out of DEVICES and set USBAUTO="false" in ' +
      '/etc/default/gpsd',
  },
  {
    pattern: /^(?:a?getty|login)$/,
    field: 'name',
    grabsPorts: true,
    advice: (path) =>
      `a login is offered there: sudo systemctl disable --now serial-getty@${basename(path)}, and take its console= ` +
      "out of the kernel's command line (raspi-config: no login shell over serial)",
  },
  {
    pattern: /^brltty$/,
    field: 'name',
    grabsPorts: true,
    advice: () => 'it takes the port for a Braille display: sudo systemctl mask --now brltty brltty-udev',
  },
  {
    pattern: /waypost\S* serve\b|waypost\S*\/main\.js$/,
    field: 'command',
    grabsPorts: false,
    advice: () =>
      'another Waypost: stop it (sudo systemctl stop waypost), or take the port out of the configuration of one',
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

/** Is it one of those that take a port without being asked to? */
export const isKnownPortGrabber = (holder: ProcessInfo): boolean => kindOf(holder)?.grabsPorts === true;

/** What to do about a process that has the port at `path`; nothing is done to it from here. */
export const adviceFor = (holder: ProcessInfo, path: string): string =>
  kindOf(holder)?.advice(path) ?? `stop that program (ps -fp ${holder.pid} says what it is), or use another port`;

/** `gpsd (pid 612, user gpsd)` */
export const describeHolder = ({ name, pid, user }: ProcessInfo): string =>
  `${name} (pid ${pid}${user === null ? '' : `, user ${user}`})`;
