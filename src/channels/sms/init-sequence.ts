import type { Problem } from '../problem.js';
import { describeResponse, isUnresponsive, unresponsiveProblem, type AtResponse } from './at-response.js';
import type { AtClient } from './at-client.js';
import type { Unlock } from './pin.js';
import { configKey } from './sms-config.js';

const ESCAPE = '\u001b';
/** After power-on a modem needs some seconds, and may have to detect the baud rate. */
const WAKE_ATTEMPTS = 5;
const WAKE_TIMEOUT_MS = 1_000;
/** Late responses to an earlier program have arrived by then. */
const SETTLE_MS = 300;
const NETWORK_TIMEOUT_MS = 15_000;

const FIND_MODEM_REMEDY =
  `switch it on, and check ${configKey('path')} (a modem has several ports, but only one or two accept commands) and ` +
  configKey('baudRate');

const commandProblem = (command: string, response: AtResponse): Problem => {
  const { what, remedy } = unresponsiveProblem(response);
  return { what: `${command}: ${what}`, remedy };
};

/** Waits for the modem. The escape ends an SMS that a previous program started: else the commands would become its text. */
async function wakeModem(client: AtClient): Promise<AtResponse> {
  let response = await client.give(`${ESCAPE}\rAT\r`, WAKE_TIMEOUT_MS);
  for (let n = 1; n < WAKE_ATTEMPTS && response.kind !== 'ok' && response.kind !== 'lost'; n += 1) {
    response = await client.ask('AT', WAKE_TIMEOUT_MS);
  }
  await client.pause(SETTLE_MS);
  return response;
}

/** Queries what the status tracker reads. Resolves with the last response, or the first unresponsive one. */
export async function queryStatus(client: AtClient): Promise<AtResponse> {
  let response = await client.ask('AT+CSQ');
  for (const command of ['AT+CREG?', 'AT+CGREG?', 'AT+CEREG?', 'AT+COPS?']) {
    if (isUnresponsive(response)) return response;
    response = await client.ask(command, NETWORK_TIMEOUT_MS);
  }
  return response;
}

/** Checks PDU mode and the SIM: in text mode, the PDU would be sent as text. */
export async function isPrepared(client: AtClient): Promise<boolean> {
  const mode = await client.ask('AT+CMGF=0');
  const sim = mode.kind === 'ok' ? await client.ask('AT+CPIN?') : mode;
  return sim.kind === 'ok' && sim.lines.some((line) => /^\+CPIN: *READY$/.test(line));
}

/** The stages that are complete. */
export type InitStage = 'answers' | 'unlocked';

type InitSequenceOptions = {
  readonly client: AtClient;
  readonly unlock: Unlock;
  /** empty: the number on the SIM */
  readonly smsc: string;
  readonly onStage?: (stage: InitStage) => void;
};

/** Prepares a modem in any state for sending. Resolves with the problem, or undefined when it is ready. */
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
  // Modems without one of these can still send. With CSMS=1 every report would need an acknowledgement.
  for (const command of ['AT+CSMS=0', 'AT+CNMI=2,1,0,1,0', 'AT+CREG=1', 'AT+CGREG=1', 'AT+CEREG=1']) {
    const response = await client.ask(command);
    if (isUnresponsive(response)) return commandProblem(command, response);
  }
  const serviceCenterProblem = await setServiceCenter(client, smsc);
  if (serviceCenterProblem !== undefined) return serviceCenterProblem;
  const status = await queryStatus(client);
  return isUnresponsive(status) ? unresponsiveProblem(status) : undefined;
}

/** Almost every SIM has the number of its message center. */
async function setServiceCenter(client: AtClient, smsc: string): Promise<Problem | undefined> {
  if (smsc === '') return undefined;
  const response = await client.ask(`AT+CSCA="${smsc}",${smsc.startsWith('+') ? 145 : 129}`);
  if (response.kind === 'ok') return undefined;
  return {
    what: `the modem rejects the number of the message center: ${describeResponse(response)}`,
    remedy: `check ${configKey('smsc')}`,
  };
}
