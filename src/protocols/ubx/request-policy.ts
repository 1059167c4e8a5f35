import { failure } from '../../errors.js';
import type { ProvisioningFailure } from '../provision.js';

/**
 * A receiver answers within a second, and on a slow line it has to send first what it has said already. What is asked
 * thrice is not heard: silence costs 3.6 s.
 */
export const NORMAL = { timeoutMs: 1_200, maxAttempts: 3 } as const;
/** Who is there is looked for at every speed in turn, over and over: 2.4 s at each. */
export const PROBE = { ...NORMAL, maxAttempts: 2 } as const;

/** `then`: what to do once it answers again */
export const noResponse = (subject: string, advice = ''): ProvisioningFailure =>
  failure(
    'no_answer',
    `The receiver does not answer ${subject}: is it on, is the port at its speed, and are UBX in and UBX out enabled on it? ${advice}`.trimEnd(),
  );

export const garbled = (subject: string): ProvisioningFailure =>
  failure('garbled', `The answer to ${subject} cannot be understood: is it a u-blox receiver, and alone on the line?`);
