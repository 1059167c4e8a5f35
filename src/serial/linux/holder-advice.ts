import { basename } from 'node:path';
import type { GatewayMessage } from '../../messages/message.js';
import { holderAdvice } from '../messages.js';
import type { ProcessInfo } from './process-info.js';

type HolderKind = {
  readonly pattern: RegExp;
  /** the field that `pattern` is matched with */
  readonly field: 'name' | 'command';
  /** opens every port that it finds */
  readonly grabsPorts: boolean;
  readonly advice: (path: string) => GatewayMessage;
};

const HOLDER_KINDS: readonly HolderKind[] = [
  {
    pattern: /^ModemManager$/,
    field: 'name',
    grabsPorts: true,
    advice: () => holderAdvice.modemManager(),
  },
  {
    pattern: /^gpsd$/,
    field: 'name',
    grabsPorts: true,
    advice: () => holderAdvice.gpsd(),
  },
  {
    pattern: /^(?:a?getty|login)$/,
    field: 'name',
    grabsPorts: true,
    advice: (path) => holderAdvice.login({ device: basename(path) }),
  },
  {
    pattern: /^brltty$/,
    field: 'name',
    grabsPorts: true,
    advice: () => holderAdvice.braille(),
  },
  {
    pattern: /waypost\S* serve\b|waypost\S*\/main\.js$/,
    field: 'command',
    grabsPorts: false,
    advice: () => holderAdvice.waypost(),
  },
  {
    pattern: /^(?:minicom|screen|picocom|tio|cu|putty|microcom|socat|ser2net|cat)$/i,
    field: 'name',
    grabsPorts: false,
    advice: () => holderAdvice.terminal(),
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
export const adviceFor = (holder: ProcessInfo, path: string): GatewayMessage =>
  kindOf(holder)?.advice(path) ?? holderAdvice.other({ pid: holder.pid });

/** `gpsd (pid 612, user gpsd)` */
export const describeHolder = ({ name, pid, user }: ProcessInfo): string =>
  `${name} (pid ${pid}${user === null ? '' : `, user ${user}`})`;
