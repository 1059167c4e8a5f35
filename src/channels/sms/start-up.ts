import { failure, success, type Result } from '../../errors.js';
import { described, type Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import type { Unlock } from './pin.js';

const escape = '\u001b';
/** A modem may take a while after it has got power, and may have to find the speed of the line first. */
const calls = 5;
const callMs = 1_000;
/** What it still had to say to somebody before is said by then. */
const settleMs = 300;
const networkMs = 15_000;

const refuse = (message: string): Result<void> => failure('validation_failed', message);

/** What an open number in a command is made of. */
const isNumber = (text: string): boolean => /^\+?\d{3,20}$/.test(text);

/** Says who listens. The escape ends a text that somebody began: else the commands would be sent as an SMS. */
async function call(exchange: Exchange): Promise<Answer> {
  let answer = await exchange.give(`${escape}\rAT\r`, callMs);
  for (let n = 1; n < calls && answer.kind !== 'ok' && answer.kind !== 'lost'; n += 1) {
    answer = await exchange.ask('AT', callMs);
  }
  await exchange.pause(settleMs);
  return answer;
}

/** Asks what the watch is to hear; resolves with how the last answer ended, or the first that did not end. */
export async function look(exchange: Exchange): Promise<Answer> {
  let answer = await exchange.ask('AT+CSQ');
  for (const command of ['AT+CREG?', 'AT+CGREG?', 'AT+CEREG?', 'AT+COPS?']) {
    if (answer.kind === 'silent' || answer.kind === 'lost') return answer;
    answer = await exchange.ask(command, networkMs);
  }
  return answer;
}

/** PDU mode and an open SIM: without either, what is meant as a PDU would be sent as a text. */
export async function isPrepared(exchange: Exchange): Promise<boolean> {
  const mode = await exchange.ask('AT+CMGF=0');
  const sim = mode.kind === 'ok' ? await exchange.ask('AT+CPIN?') : mode;
  return sim.kind === 'ok' && sim.lines.some((line) => /^\+CPIN: *READY$/.test(line));
}

type Parts = { readonly exchange: Exchange; readonly unlock: Unlock; readonly smsc: string | undefined };

/** Makes a modem ready to send, whatever state it is in; the reason it is not, when it can not be made. */
export async function startUp({ exchange, unlock, smsc }: Parts): Promise<Result<void>> {
  const called = await call(exchange);
  if (called.kind !== 'ok') return refuse(described(called));
  for (const command of ['ATE0', 'AT+CMEE=1']) {
    const answer = await exchange.ask(command);
    if (answer.kind !== 'ok') return refuse(`${command}: ${described(answer)}`);
  }
  const unlocked = await unlock(exchange);
  if (!unlocked.ok) return unlocked;

  const mode = await exchange.ask('AT+CMGF=0');
  if (mode.kind !== 'ok') return refuse(`PDU mode (AT+CMGF=0): ${described(mode)}`);
  // Modems that lack one of these send all the same. With CSMS=1 every report would have to be acknowledged.
  for (const command of ['AT+CSMS=0', 'AT+CNMI=2,1,0,1,0', 'AT+CREG=1', 'AT+CGREG=1', 'AT+CEREG=1']) {
    const answer = await exchange.ask(command);
    if (answer.kind === 'silent' || answer.kind === 'lost') return refuse(`${command}: ${described(answer)}`);
  }
  const centre = await setCentre(exchange, smsc);
  if (!centre.ok) return centre;
  const looked = await look(exchange);
  return looked.kind === 'silent' || looked.kind === 'lost' ? refuse(described(looked)) : success(undefined);
}

/** The SIM has the number of the operator's message centre; few need another. */
async function setCentre(exchange: Exchange, smsc: string | undefined): Promise<Result<void>> {
  if (smsc === undefined) return success(undefined);
  if (!isNumber(smsc)) return refuse('smsc must be the number of the message centre, like +34609090909');
  const answer = await exchange.ask(`AT+CSCA="${smsc}",${smsc.startsWith('+') ? 145 : 129}`);
  return answer.kind === 'ok' ? success(undefined) : refuse(`smsc is not taken: ${described(answer)}`);
}
