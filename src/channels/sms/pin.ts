import type { Problem } from '../problem.js';
import { isUnresponsive, unresponsiveProblem, valueIn, type AtResponse } from './at-response.js';
import type { AtClient } from './at-client.js';
import { pinAttemptsLeft } from './pin-attempts.js';
import { configKey } from './sms-config.js';

/** Unlocks the SIM. Resolves with the problem, or undefined when the SIM is unlocked. */
export type Unlock = (client: AtClient) => Promise<Problem | undefined>;

const SIM_MISSING = 10;
/** A SIM allows three attempts; fewer mean that one failed before, maybe with the same wrong PIN. */
const MAX_PIN_ATTEMPTS = 3;
const MAX_POLLS = 20;
const RETRY_MS = 1_000;
const UNLOCK_TIMEOUT_MS = 30_000;

const CORRECT_PIN = `correct ${configKey('pin')}, then restart`;

/**
 * Enters the PIN once, because three wrong ones lock the SIM; empty: none. Once the SIM accepted it, it is known to be
 * right and entered again after the modem lost power. It never appears in a reason.
 */
export function createUnlock(pin: string): Unlock {
  let pinState: 'untried' | 'entered' | 'right' = 'untried';

  async function enterPin(client: AtClient): Promise<Problem | undefined> {
    if (!/^\d{4,8}$/.test(pin)) {
      return { what: 'the SIM requires its PIN', remedy: `set ${configKey('pin')}, 4 to 8 digits` };
    }
    if (pinState === 'entered') {
      return { what: 'the SIM rejected the PIN; it is not entered again', remedy: CORRECT_PIN };
    }
    const attempts = pinState === 'right' ? undefined : await pinAttemptsLeft(client);
    if (attempts !== undefined && attempts < MAX_PIN_ATTEMPTS) {
      return {
        what: `the SIM has ${attempts} of ${MAX_PIN_ATTEMPTS} PIN attempts left; none is used`,
        remedy: 'enter the PIN in a telephone, which restores all attempts, then restart',
      };
    }
    pinState = 'entered';
    const response = await client.ask(`AT+CPIN="${pin}"`, UNLOCK_TIMEOUT_MS);
    if (response.kind === 'ok') return undefined;
    if (response.kind !== 'error') return unresponsiveProblem(response);
    return { what: `the SIM rejected the PIN (${response.text}); it is not entered again`, remedy: CORRECT_PIN };
  }

  return async (client) => {
    let response: AtResponse = await client.ask('AT+CPIN?');
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const state = valueIn(response.lines, '+CPIN:');
      if (isUnresponsive(response)) return unresponsiveProblem(response);
      if (response.kind === 'error' && response.code === SIM_MISSING) {
        return { what: 'no SIM in the modem', remedy: 'insert one' };
      }
      if (state === 'READY') {
        if (pinState === 'entered') pinState = 'right';
        return undefined;
      }
      if (state === 'SIM PIN') {
        const problem = await enterPin(client);
        if (problem !== undefined) return problem;
      } else if (state !== undefined) {
        return { what: `the SIM requires ${state.slice(0, 20)}`, remedy: 'unlock it in a telephone' };
      }
      await client.pause(RETRY_MS);
      response = await client.ask('AT+CPIN?');
    }
    return { what: 'the SIM does not become ready', remedy: 'insert it again, or replace it' };
  };
}
