import { failure } from '../../errors.js';
import type { ProvisioningFailure } from '../provision.js';

/** A receiver replies within a second, but on a slow port its queued output goes first. A silent receiver costs 3.6 s. */
export const NORMAL = { timeoutMs: 1_200, maxAttempts: 3 } as const;
/** For the search over all baud rates in turn: 2.4 s at each. */
export const PROBE = { ...NORMAL, maxAttempts: 2 } as const;

/** `advice`: what to do once the receiver replies again */
export const noResponse = (subject: string, advice = ''): ProvisioningFailure =>
  failure(
    'no_answer',
    `no reply to ${subject}: check that the receiver is on, the baud rate matches, and UBX in and UBX out are enabled${advice === '' ? '' : `; ${advice}`}`,
  );

export const garbled = (subject: string): ProvisioningFailure =>
  failure('garbled', `unreadable reply to ${subject}: check that the port has a u-blox receiver and no other device`);
