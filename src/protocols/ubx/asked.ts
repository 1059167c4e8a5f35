import { fault, type Fault } from '../provision.js';

/**
 * A receiver answers within a second, and on a slow line it has to send first what it has said already. What is asked
 * thrice is not heard: silence costs 3.6 s.
 */
export const patiently = { withinMs: 1_200, tries: 3 } as const;
/** Who is there is looked for at every speed in turn, over and over: 2.4 s at each. */
export const briefly = { ...patiently, tries: 2 } as const;

/** `then`: what to do once it answers again */
export const silence = (asked: string, then = ''): Fault =>
  fault(
    'no_answer',
    `The receiver does not answer ${asked}: is it on, is the port at its speed, and are UBX in and UBX out enabled on it? ${then}`.trimEnd(),
  );

export const garbled = (asked: string): Fault =>
  fault('garbled', `The answer to ${asked} cannot be understood: is it a u-blox receiver, and alone on the line?`);
