import type { Problem } from '../problem.js';
import { describeResponse, isUnresponsive, unresponsiveProblem, type AtResponse } from './at-response.js';
import type { AtClient } from './at-client.js';
import type { Unlock } from './pin.js';
import { configKey } from './sms-config.js';

const ESCAPE = '\u001b';
/** A modem may take a while after it has got power, and may have to find the speed of the line first. */
const WAKE_ATTEMPTS = 5;
const WAKE_TIMEOUT_MS = 1_000;
/** What it still had to say to somebody before is said by then. */
const SETTLE_MS = 300;
const NETWORK_TIMEOUT_MS = 15_000;

const FIND_MODEM_REMEDY =
  `give it power, and check ${configKey('path')} (a modem has several ports, and takes commands on one or two) and ` +
  configKey('baudRate');

const commandProblem = (command: string, response: AtResponse): Problem => {
  const { what, remedy } = unresponsiveProblem(response);
  return { what: `${command}: ${what}`, remedy };
};

/** Says who listens. The escape ends a text that somebody began: else the commands would be sent as an SMS. */
async function wakeModem(client: AtClient): Promise<AtResponse> {
  let response = await client.give(`${ESCAPE}\rAT\r`, WAKE_TIMEOUT_MS);
  for (let n = 1; n < WAKE_ATTEMPTS && response.kind !== 'ok' && response.kind !== 'lost'; n += 1) {
    response = await client.ask('AT', WAKE_TIMEOUT_MS);
  }
  await client.pause(SETTLE_MS);
  return response;
}

/** Asks what the watch is to hear; resolves with how the last answer ended, or the first that did not end. */
export async function queryStatus(client: AtClient): Promise<AtResponse> {
  let response = await client.ask('AT+CSQ');
  for (const command of ['AT+CREG?', 'AT+CGREG?', 'AT+CEREG?', 'AT+COPS?']) {
    if (isUnresponsive(response)) return response;
    response = await client.ask(command, NETWORK_TIMEOUT_MS);
  }
  return response;
}

/** PDU mode and an open SIM: without either, what is meant as a PDU would be sent as a text. */
export async function isPrepared(client: AtClient): Promise<boolean> {
  const mode = await client.ask('AT+CMGF=0');
  const sim = mode.kind === 'ok' ? await client.ask('AT+CPIN?') : mode;
  return sim.kind === 'ok' && sim.lines.some((line) => /^\+CPIN: *READY$/.test(line));
}

/** What is done with by now. */
export type InitStage = 'answers' | 'unlocked';

type InitSequenceOptions = {
  readonly client: AtClient;
  readonly unlock: Unlock;
  /** empty: the SIM's own */
  readonly smsc: string;
  readonly onStage?: (stage: InitStage) => void;
};

/** Makes a modem ready to send, whatever state it is in. Resolves with what keeps it from that, if anything does. */
export async function runInitSequence({
  client,
  unlock,
  smsc,
  onStage,
}: InitSequenceOptions): Promise<Problem | undefined> {
  const woken = await wakeModem(client);
  if (woken.kind !== 'ok') return { what: describeResponse(woken), remedy: FIND_MODEM_REMEDY };
  for (const command of ['ATE0', 'AT+CMEE=1']) {
    const response = await client.ask(command);
    if (response.kind !== 'ok') return commandProblem(command, response);
  }
  onStage?.('answers');
  const simProblem = await unlock(client);
  if (simProblem !== undefined) return simProblem;
  onStage?.('unlocked');

  const mode = await client.ask('AT+CMGF=0');
  if (mode.kind !== 'ok') return commandProblem('PDU mode (AT+CMGF=0)', mode);
  // Modems that lack one of these send all the same. With CSMS=1 every report would have to be acknowledged.
  for (const command of ['AT+CSMS=0', 'AT+CNMI=2,1,0,1,0', 'AT+CREG=1', 'AT+CGREG=1', 'AT+CEREG=1']) {
    const response = await client.ask(command);
    if (isUnresponsive(response)) return commandProblem(command, response);
  }
  const serviceCenterProblem = await setServiceCenter(client, smsc);
  if (serviceCenterProblem !== undefined) return serviceCenterProblem;
  const status = await queryStatus(client);
  return isUnresponsive(status) ? unresponsiveProblem(status) : undefined;
}

/** The SIM has the number of the operator's message centre; few need another. */
async function setServiceCenter(client: AtClient, smsc: string): Promise<Problem | undefined> {
  if (smsc === '') return undefined;
  const response = await client.ask(`AT+CSCA="${smsc}",${smsc.startsWith('+') ? 145 : 129}`);
  if (response.kind === 'ok') return undefined;
  return {
    what: `the number of the message centre is not taken: ${describeResponse(response)}`,
    remedy: `check ${configKey('smsc')}`,
  };
}
