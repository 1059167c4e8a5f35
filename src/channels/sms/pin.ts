import type { Trouble } from '../trouble.js';
import { isGone, unanswered, valueIn, type Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import { pinTriesLeft } from './pin-tries.js';
import { key } from './sms-config.js';

/** Sees to it that the SIM is open. Resolves with what keeps it shut, if anything does. */
export type Unlock = (exchange: Exchange) => Promise<Trouble | undefined>;

const simMissing = 10;
/** A SIM has three tries; with fewer left somebody has failed before, and this may be the same wrong PIN. */
const allTries = 3;
const looks = 20;
const againMs = 1_000;
const unlockMs = 30_000;

const putRight = `correct ${key('pin')}, and start again`;

/**
 * Enters the PIN once, for three wrong ones lock a SIM; empty: there is none. A PIN that the SIM has taken is known to be
 * right: it is entered again when the modem has been without power. It never appears in a reason.
 */
export function createUnlock(pin: string): Unlock {
  let known: 'not yet' | 'entered' | 'right' = 'not yet';

  async function enter(exchange: Exchange): Promise<Trouble | undefined> {
    if (!/^\d{4,8}$/.test(pin)) {
      return { what: 'the SIM asks for its PIN', remedy: `configure ${key('pin')}, 4 to 8 digits` };
    }
    if (known === 'entered') {
      return { what: 'the SIM did not take the PIN, and it is not entered again', remedy: putRight };
    }
    const tries = known === 'right' ? undefined : await pinTriesLeft(exchange);
    if (tries !== undefined && tries < allTries) {
      return {
        what: `the SIM has ${tries} of ${allTries} tries for its PIN left, and none is spent`,
        remedy: 'enter the PIN in a telephone, which gives it all of them back, and start again',
      };
    }
    known = 'entered';
    const answer = await exchange.ask(`AT+CPIN="${pin}"`, unlockMs);
    if (answer.kind === 'ok') return undefined;
    if (answer.kind !== 'error') return unanswered(answer);
    return { what: `the SIM refused the PIN (${answer.said}), and it is not entered again`, remedy: putRight };
  }

  return async (exchange) => {
    let answer: Answer = await exchange.ask('AT+CPIN?');
    for (let look = 0; look < looks; look += 1) {
      const state = valueIn(answer.lines, '+CPIN:');
      if (isGone(answer)) return unanswered(answer);
      if (answer.kind === 'error' && answer.code === simMissing) {
        return { what: 'there is no SIM in the modem', remedy: 'put it in' };
      }
      if (state === 'READY') {
        if (known === 'entered') known = 'right';
        return undefined;
      }
      if (state === 'SIM PIN') {
        const refused = await enter(exchange);
        if (refused !== undefined) return refused;
      } else if (state !== undefined) {
        return { what: `the SIM asks for ${state.slice(0, 20)}`, remedy: 'unlock it in a telephone' };
      }
      await exchange.pause(againMs);
      answer = await exchange.ask('AT+CPIN?');
    }
    return { what: 'the SIM does not become ready', remedy: 'put it in again, or replace it' };
  };
}
