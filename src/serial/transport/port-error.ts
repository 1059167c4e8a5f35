import { adviceFor, describeHolder } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';

/** Why a port is not open, in the words of its status. */
export type PortFault = 'busy' | 'absent' | 'error';

/** A port that cannot be opened or written to; the message names it and the way out. */
export class PortError extends Error {
  readonly fault: PortFault;

  constructor(fault: PortFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PortError';
    this.fault = fault;
  }
}

type OpenErrorPattern = { readonly pattern: RegExp; readonly fault: PortFault; readonly advice: string };

// The native side gives a text and no errno.
const OPEN_ERRORS: readonly OpenErrorPattern[] = [
  {
    pattern: /no such file/i,
    fault: 'absent',
    advice: 'there is no such device: plug it in, or correct the path',
  },
  {
    pattern: /cannot lock|busy/i,
    fault: 'busy',
    advice: 'another program has it open (Cannot lock port): stop that program, or give it another port',
  },
  {
    pattern: /permission denied/i,
    fault: 'error',
    advice: 'permission denied: add the user this runs as to the group dialout, and start again',
  },
  { pattern: /inappropriate ioctl/i, fault: 'error', advice: 'this is not a serial port: correct the path' },
];

/** What the operating system said about opening `path`, in words that help; `holders` are those who have it open. */
export function explainOpenError(path: string, message: string, holders: readonly Holder[] = []): PortError {
  const known = OPEN_ERRORS.find(({ pattern }) => pattern.test(message));
  if (known === undefined) return new PortError('error', `${path}: ${message.replace(/^Error:? /, '')}`);
  const [holder, ...others] = known.fault === 'busy' ? holders : [];
  if (holder === undefined) return new PortError(known.fault, `${path}: ${known.advice}`);
  const verb = holder.sure ? 'has it open' : 'may have it open';
  const more = others.length === 0 ? '' : `, and ${others.map(describeHolder).join(', ')}`;
  return new PortError(
    'busy',
    `${path}: ${describeHolder(holder)} ${verb}${more} (Cannot lock port): ${adviceFor(holder, path)}`,
  );
}
