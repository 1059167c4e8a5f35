import type { Trouble } from '../trouble.js';
import { described, isGone, unanswered, type Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import type { Unlock } from './pin.js';
import { key } from './sms-config.js';

const escape = '\u001b';
/** A modem may take a while after it has got power, and may have to find the speed of the line first. */
const calls = 5;
const callMs = 1_000;
/** What it still had to say to somebody before is said by then. */
const settleMs = 300;
const networkMs = 15_000;

const findIt =
  `give it power, and check ${key('path')} (a modem has several ports, and takes commands on one or two) and ` +
  key('baudRate');

const refused = (command: string, answer: Answer): Trouble => {
  const { what, remedy } = unanswered(answer);
  return { what: `${command}: ${what}`, remedy };
};

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
    if (isGone(answer)) return answer;
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

/** What is done with by now. */
export type Stage = 'answers' | 'unlocked';

type Parts = {
  readonly exchange: Exchange;
  readonly unlock: Unlock;
  /** empty: the SIM's own */
  readonly smsc: string;
  readonly onStage?: (stage: Stage) => void;
};

/** Makes a modem ready to send, whatever state it is in. Resolves with what keeps it from that, if anything does. */
export async function startUp({ exchange, unlock, smsc, onStage }: Parts): Promise<Trouble | undefined> {
  const called = await call(exchange);
  if (called.kind !== 'ok') return { what: described(called), remedy: findIt };
  for (const command of ['ATE0', 'AT+CMEE=1']) {
    const answer = await exchange.ask(command);
    if (answer.kind !== 'ok') return refused(command, answer);
  }
  onStage?.('answers');
  const locked = await unlock(exchange);
  if (locked !== undefined) return locked;
  onStage?.('unlocked');

  const mode = await exchange.ask('AT+CMGF=0');
  if (mode.kind !== 'ok') return refused('PDU mode (AT+CMGF=0)', mode);
  // Modems that lack one of these send all the same. With CSMS=1 every report would have to be acknowledged.
  for (const command of ['AT+CSMS=0', 'AT+CNMI=2,1,0,1,0', 'AT+CREG=1', 'AT+CGREG=1', 'AT+CEREG=1']) {
    const answer = await exchange.ask(command);
    if (isGone(answer)) return refused(command, answer);
  }
  const notSet = await setCentre(exchange, smsc);
  if (notSet !== undefined) return notSet;
  const looked = await look(exchange);
  return isGone(looked) ? unanswered(looked) : undefined;
}

/** The SIM has the number of the operator's message centre; few need another. */
async function setCentre(exchange: Exchange, smsc: string): Promise<Trouble | undefined> {
  if (smsc === '') return undefined;
  const answer = await exchange.ask(`AT+CSCA="${smsc}",${smsc.startsWith('+') ? 145 : 129}`);
  if (answer.kind === 'ok') return undefined;
  return {
    what: `the number of the message centre is not taken: ${described(answer)}`,
    remedy: `check ${key('smsc')}`,
  };
}
