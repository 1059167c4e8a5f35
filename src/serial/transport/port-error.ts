import { messageOf } from '../../errors.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import { adviceFor, describeHolder } from '../linux/holder-advice.js';
import type { Holder } from '../linux/holders.js';
import { portMessages } from '../messages.js';

/** Why a port is not open, as the port status names it. */
export type PortFault = 'busy' | 'absent' | 'error';

/** A port that cannot be opened or written to; the reason names the port and the fix. */
export class PortError extends Error {
  readonly fault: PortFault;
  readonly reason: GatewayMessage;

  constructor(fault: PortFault, reason: GatewayMessage, options?: ErrorOptions) {
    super(english(reason), options);
    this.name = 'PortError';
    this.fault = fault;
    this.reason = reason;
  }
}

/** Why a port failed; other errors give their text. */
export const reasonOf = (error: unknown): GatewayMessage =>
  error instanceof PortError ? error.reason : portMessages.other({ detail: messageOf(error) });

type OpenErrorPattern = {
  readonly pattern: RegExp;
  readonly fault: PortFault;
  readonly reason: (values: { readonly path: string }) => GatewayMessage;
};

// The native binding reports a text without an errno.
const OPEN_ERRORS: readonly OpenErrorPattern[] = [
  { pattern: /no such file/i, fault: 'absent', reason: portMessages.absent },
  { pattern: /cannot lock|busy/i, fault: 'busy', reason: portMessages.inUseByUnknown },
  { pattern: /permission denied/i, fault: 'error', reason: portMessages.noPermission },
  { pattern: /inappropriate ioctl/i, fault: 'error', reason: portMessages.notSerial },
];

/** Explains the operating system's message about opening `path`; `holders` are the processes that have it open. */
export function explainOpenError(path: string, message: string, holders: readonly Holder[] = []): PortError {
  const known = OPEN_ERRORS.find(({ pattern }) => pattern.test(message));
  if (known === undefined) {
    return new PortError('error', portMessages.failed({ path, detail: message.replace(/^Error:? /, '') }));
  }
  const { fault, reason } = known;
  const [holder, ...others] = fault === 'busy' ? holders : [];
  return new PortError(fault, holder === undefined ? reason({ path }) : lockedBy(path, holder, others));
}

function lockedBy(path: string, holder: Holder, others: readonly Holder[]): GatewayMessage {
  const values = { path, holders: describeHolder(holder), advice: adviceFor(holder, path) };
  if (others.length === 0) return holder.sure ? portMessages.inUse(values) : portMessages.probablyInUse(values);
  const several = { ...values, name: others.map(describeHolder) };
  return holder.sure ? portMessages.inUseBySeveral(several) : portMessages.probablyInUseBySeveral(several);
}
