import { failure, success, type Result } from '../../errors.js';
import { described, valueIn, type Answer } from './answer.js';
import type { Exchange } from './exchange.js';

/** Sees to it that the SIM is open. */
export type Unlock = (exchange: Exchange) => Promise<Result<void>>;

const simMissing = 10;
/** A SIM has three tries; with fewer left somebody has failed before, and this may be the same wrong PIN. */
const allTries = 3;
const looks = 20;
const againMs = 1_000;
const unlockMs = 30_000;

const refuse = (message: string): Result<void> => failure('validation_failed', message);

async function triesLeft(exchange: Exchange): Promise<number | undefined> {
  const { lines } = await exchange.ask('AT+CPINR="SIM PIN"');
  const tries = /^SIM PIN,(\d{1,2})/.exec(valueIn(lines, '+CPINR:') ?? '')?.[1];
  return tries === undefined ? undefined : Number(tries);
}

/**
 * Enters the PIN once, for three wrong ones lock a SIM. A PIN that the SIM has taken is known to be right: it is entered
 * again when the modem has been without power. It never appears in a reason.
 */
export function createUnlock(pin: string | undefined): Unlock {
  let known: 'not yet' | 'entered' | 'right' = 'not yet';

  async function enter(exchange: Exchange): Promise<Result<void>> {
    if (pin === undefined || !/^\d{4,8}$/.test(pin)) {
      return refuse('the SIM asks for its PIN: configure pin, 4 to 8 digits');
    }
    if (known === 'entered') {
      return refuse('the SIM did not take the PIN, and it is not entered again: correct pin, and start again');
    }
    const tries = known === 'right' ? undefined : await triesLeft(exchange);
    if (tries !== undefined && tries < allTries) {
      return refuse(
        `the SIM has ${tries} of ${allTries} tries for its PIN left, and none is spent: enter the PIN in a telephone, and start again`,
      );
    }
    known = 'entered';
    const answer = await exchange.ask(`AT+CPIN="${pin}"`, unlockMs);
    if (answer.kind === 'ok') return success(undefined);
    if (answer.kind !== 'error') return refuse(described(answer));
    return refuse(
      `the SIM refused the PIN (${answer.said}), and it is not entered again: correct pin, and start again`,
    );
  }

  return async (exchange) => {
    let answer: Answer = await exchange.ask('AT+CPIN?');
    for (let look = 0; look < looks; look += 1) {
      const state = valueIn(answer.lines, '+CPIN:');
      if (answer.kind === 'silent' || answer.kind === 'lost') return refuse(described(answer));
      if (answer.kind === 'error' && answer.code === simMissing)
        return refuse('there is no SIM in the modem: put it in');
      if (state === 'READY') {
        if (known === 'entered') known = 'right';
        return success(undefined);
      }
      if (state === 'SIM PIN') {
        const entered = await enter(exchange);
        if (!entered.ok) return entered;
      } else if (state !== undefined) return refuse(`the SIM asks for ${state.slice(0, 20)}: unlock it in a telephone`);
      await exchange.pause(againMs);
      answer = await exchange.ask('AT+CPIN?');
    }
    return refuse('the SIM does not become ready: put it in again, or replace it');
  };
}
