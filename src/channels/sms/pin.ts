import type { Problem } from '../problem.js';
import { isUnresponsive, unresponsiveProblem, valueIn, type AtResponse } from './at-response.js';
import type { AtClient } from './at-client.js';
import { pinAttemptsLeft } from './pin-attempts.js';
import { configKey } from './sms-config.js';

/** Sees to it that the SIM is open. Resolves with what keeps it shut, if anything does. */
export type Unlock = (client: AtClient) => Promise<Problem | undefined>;

const SIM_MISSING = 10;
/** A SIM has three tries; with fewer left somebody has failed before, and this may be the same wrong PIN. */
const MAX_PIN_ATTEMPTS = 3;
const MAX_POLLS = 20;
const RETRY_MS = 1_000;
const UNLOCK_TIMEOUT_MS = 30_000;

const CORRECT_PIN = `correct ${configKey('pin')}, and start again`;

/**
 * Enters the PIN once, for three wrong ones lock a SIM; empty: there is none. A PIN that the SIM has taken is known to be
 * right: it is entered again when the modem has been without power. It never appears in a reason.
 */
export function createUnlock(pin: string): Unlock {
  let pinState: 'not yet' | 'entered' | 'right' = 'not yet';

  async function enterPin(client: AtClient): Promise<Problem | undefined> {
    if (!/^\d{4,8}$/.test(pin)) {
      return { what: 'the SIM asks for its PIN', remedy: `configure ${configKey('pin')}, 4 to 8 digits` };
    }
    if (pinState === 'entered') {
      return { what: 'the SIM did not take the PIN, and it is not entered again', remedy: CORRECT_PIN };
    }
    const attempts = pinState === 'right' ? undefined : await pinAttemptsLeft(client);
    if (attempts !== undefined && attempts < MAX_PIN_ATTEMPTS) {
      return {
        what: `the SIM has ${attempts} of ${MAX_PIN_ATTEMPTS} tries for its PIN left, and none is spent`,
        remedy: 'enter the PIN in a telephone, which gives it all of them back, and start again',
      };
    }
    pinState = 'entered';
    const response = await client.ask(`AT+CPIN="${pin}"`, UNLOCK_TIMEOUT_MS);
    if (response.kind === 'ok') return undefined;
    if (response.kind !== 'error') return unresponsiveProblem(response);
    return { what: `the SIM refused the PIN (${response.text}), and it is not entered again`, remedy: CORRECT_PIN };
  }

  return async (client) => {
    let response: AtResponse = await client.ask('AT+CPIN?');
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const state = valueIn(response.lines, '+CPIN:');
      if (isUnresponsive(response)) return unresponsiveProblem(response);
      if (response.kind === 'error' && response.code === SIM_MISSING) {
        return { what: 'there is no SIM in the modem', remedy: 'put it in' };
      }
      if (state === 'READY') {
        if (pinState === 'entered') pinState = 'right';
        return undefined;
      }
      if (state === 'SIM PIN') {
        const refused = await enterPin(client);
        if (refused !== undefined) return refused;
      } else if (state !== undefined) {
        return { what: `the SIM asks for ${state.slice(0, 20)}`, remedy: 'unlock it in a telephone' };
      }
      await client.pause(RETRY_MS);
      response = await client.ask('AT+CPIN?');
    }
    return { what: 'the SIM does not become ready', remedy: 'put it in again, or replace it' };
  };
}
