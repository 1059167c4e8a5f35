import { adviceFor, describeHolder } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';

/** Why a port is not open, as the port status names it. */
export type PortFault = 'busy' | 'absent' | 'error';

/** A port that cannot be opened or written to; the message names the port and the fix. */
export class PortError extends Error {
  readonly fault: PortFault;

  constructor(fault: PortFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PortError';
    this.fault = fault;
  }
}

/** The advice about a path without a device. */
export const NO_SUCH_DEVICE = 'no such device: plug it in, or correct the path';

type OpenErrorPattern = { readonly pattern: RegExp; readonly fault: PortFault; readonly advice: string };

// The native binding reports a text without an errno.
const OPEN_ERRORS: readonly OpenErrorPattern[] = [
  { pattern: /no such file/i, fault: 'absent', advice: NO_SUCH_DEVICE },
  {
    pattern: /cannot lock|busy/i,
    fault: 'busy',
    advice: 'in use by another program (Cannot lock port): stop that program, or use another port',
  },
  {
    pattern: /permission denied/i,
    fault: 'error',
    advice: 'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again',
  },
  { pattern: /inappropriate ioctl/i, fault: 'error', advice: 'not a serial port: correct the path' },
];

/** Explains the operating system's message about opening `path`; `holders` are the processes that have it open. */
export function explainOpenError(path: string, message: string, holders: readonly Holder[] = []): PortError {
  const known = OPEN_ERRORS.find(({ pattern }) => pattern.test(message));
  if (known === undefined) return new PortError('error', `${path}: ${message.replace(/^Error:? /, '')}`);
  const [holder, ...others] = known.fault === 'busy' ? holders : [];
  if (holder === undefined) return new PortError(known.fault, `${path}: ${known.advice}`);
  const use = holder.sure ? 'in use by' : 'probably in use by';
  const more = others.length === 0 ? '' : ` and ${others.map(describeHolder).join(', ')}`;
  return new PortError(
    'busy',
    `${path}: ${use} ${describeHolder(holder)}${more} (Cannot lock port): ${adviceFor(holder, path)}`,
  );
}
