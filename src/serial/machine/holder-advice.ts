import { basename } from 'node:path';
import type { ProcessFacts } from './process-facts.js';

type Kind = {
  readonly sign: RegExp;
  /** what the sign is looked for in */
  readonly of: 'name' | 'command';
  /** takes ports by itself, unasked */
  readonly unasked: boolean;
  readonly advice: (path: string) => string;
};

const kinds: readonly Kind[] = [
  {
    sign: /^ModemManager$/,
    of: 'name',
    unasked: true,
    advice: () =>
      'it tries every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device ' +
      'with ENV{ID_MM_DEVICE_IGNORE}="1"',
  },
  {
    sign: /^gpsd$/,
    of: 'name',
    unasked: true,
    advice: () =>
      'sudo systemctl disable --now gpsd.socket gpsd, or take the device out of DEVICES and set USBAUTO="false" in ' +
      '/etc/default/gpsd',
  },
  {
    sign: /^(?:a?getty|login)$/,
    of: 'name',
    unasked: true,
    advice: (path) =>
      `a login is offered there: sudo systemctl disable --now serial-getty@${basename(path)}, and take its console= ` +
      "out of the kernel's command line (raspi-config: no login shell over serial)",
  },
  {
    sign: /^brltty$/,
    of: 'name',
    unasked: true,
    advice: () => 'it takes the port for a Braille display: sudo systemctl mask --now brltty brltty-udev',
  },
  {
    sign: /waypost\S* serve\b|waypost\S*\/main\.js$/,
    of: 'command',
    unasked: false,
    advice: () =>
      'another Waypost: stop it (sudo systemctl stop waypost), or take the port out of the configuration of one',
  },
  {
    sign: /^(?:minicom|screen|picocom|tio|cu|putty|microcom|socat|ser2net|cat)$/i,
    of: 'name',
    unasked: false,
    advice: () => 'close that program',
  },
];

const kindOf = (holder: ProcessFacts): Kind | undefined => kinds.find(({ sign, of }) => sign.test(holder[of]));

/** Is it one of those that take a port without being asked to? */
export const isUsualSuspect = (holder: ProcessFacts): boolean => kindOf(holder)?.unasked === true;

/** What to do about a process that has the port at `path`; nothing is done to it from here. */
export const adviceFor = (holder: ProcessFacts, path: string): string =>
  kindOf(holder)?.advice(path) ?? `stop that program (ps -fp ${holder.pid} says what it is), or use another port`;

/** `gpsd (pid 612, user gpsd)` */
export const nameOf = ({ name, pid, user }: ProcessFacts): string =>
  `${name} (pid ${pid}${user === null ? '' : `, user ${user}`})`;
