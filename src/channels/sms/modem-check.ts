import { messageOf } from '../../errors.js';
import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { OpenPort } from '../../serial/transport/port-types.js';
import type { Timers } from '../../time/clock.js';
import type { Problem } from '../problem.js';
import { isUnresponsive, unresponsiveProblem, valueIn } from './at-response.js';
import type { AtClient } from './at-client.js';
import { sendParts } from './send-parts.js';
import { openModem } from './open-modem.js';
import { encodeSubmits, type Submit } from './pdu/submit.js';
import { createUnlock } from './pin.js';
import { configKey, type SmsConfig } from './sms-config.js';
import { queryStatus, runInitSequence, type InitStage } from './init-sequence.js';
import { createModemStatusTracker, type ModemStatusTracker } from './modem-status.js';

/** One check that passed. */
export type ModemCheckStep = { readonly step: string; readonly found: string };

type ModemCheckOptions = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly timers: Timers;
  /** sent at the end; omitted: nothing is sent */
  readonly message?: { readonly to: string; readonly text: string };
  /** called as soon as a step has passed */
  readonly onStep: (step: ModemCheckStep) => void;
};

/** A modem may need half a minute to find its network after the PIN is entered. */
const REGISTRATION_TIMEOUT_MS = 60_000;
const RETRY_MS = 2_000;
/** below this, messages often fail */
const WEAK_SIGNAL_DBM = -100;

const STEP_OF_STAGE: Readonly<Record<InitStage, ModemCheckStep>> = {
  answers: { step: 'modem', found: 'responds' },
  unlocked: { step: 'SIM', found: 'unlocked' },
};

/** Checks the modem step by step and stops at the first problem: resolves with it, or undefined when all checks pass. */
export async function checkModem({
  config,
  openPort,
  timers,
  message,
  onStep,
}: ModemCheckOptions): Promise<Problem | undefined> {
  const { path, baudRate, pin, smsc } = config;
  const submits = message && encodeSubmits({ ...message, reference: 0, wantsReport: false });
  if (submits?.ok === false) return { what: submits.message, remedy: 'correct it; nothing was opened or sent' };
  const statusTracker = createModemStatusTracker();
  const opening = openModem({ config, openPort, timers, onLine: statusTracker.onLine, onLost: () => undefined });
  const modem = await opening.catch((error: unknown): Problem => ({
    what: messageOf(error),
    remedy: 'run waypost ports: it lists the ports and the programs that have them open',
  }));
  if ('what' in modem) return modem;
  onStep({ step: 'port', found: `${path}${isNetworkPath(path) ? '' : ` at ${baudRate} bit/s`}` });

  const { client, port } = modem;
  const onStage = (stage: InitStage): void => {
    onStep(STEP_OF_STAGE[stage]);
  };
  try {
    return (
      (await runInitSequence({ client, unlock: createUnlock(pin), smsc, onStage })) ??
      (await checkNetworkRegistration(client, statusTracker, timers, onStep)) ??
      (await checkServiceCenter(client, onStep)) ??
      (message && submits && (await sendTestMessage(client, submits.value, message.to, onStep)))
    );
  } finally {
    client.end('the check has ended');
    await port.close();
  }
}

type OnStep = ModemCheckOptions['onStep'];

async function checkNetworkRegistration(
  client: AtClient,
  statusTracker: ModemStatusTracker,
  timers: Timers,
  onStep: OnStep,
): Promise<Problem | undefined> {
  const until = timers.now() + REGISTRATION_TIMEOUT_MS;
  if (!statusTracker.view().registered) {
    onStep({
      step: 'network',
      found: `not registered yet; waiting up to ${REGISTRATION_TIMEOUT_MS / 1000} s`,
    });
  }
  while (!statusTracker.view().registered && timers.now() < until) {
    await client.pause(RETRY_MS);
    const response = await queryStatus(client);
    if (isUnresponsive(response)) return unresponsiveProblem(response);
  }
  const { problem: problem, operator, signal } = statusTracker.view();
  if (problem !== null) return problem;
  onStep({ step: 'network', found: operator === undefined ? 'registered' : `registered with ${operator}` });
  const strength = signal === null ? 'unknown' : `${signal} dBm`;
  const advice = signal !== null && signal < WEAK_SIGNAL_DBM ? ' (weak: move the antenna)' : '';
  onStep({ step: 'signal', found: `${strength}${advice}` });
  return undefined;
}

async function checkServiceCenter(client: AtClient, onStep: OnStep): Promise<Problem | undefined> {
  const response = await client.ask('AT+CSCA?');
  const value = valueIn(response.lines, '+CSCA:');
  const serviceCenter = /^"([^"]{0,80})"/.exec(value ?? '')?.[1];
  if (response.kind !== 'ok' || serviceCenter === undefined) {
    onStep({ step: 'message center', found: 'unknown: the modem does not report its number' });
    return undefined;
  }
  if (serviceCenter === '') {
    const remedy = `ask the operator for its number and set ${configKey('smsc')}`;
    return { what: 'the SIM has no number of the message center', remedy };
  }
  onStep({ step: 'message center', found: serviceCenter });
  return undefined;
}

async function sendTestMessage(
  client: AtClient,
  submits: readonly Submit[],
  to: string,
  onStep: OnStep,
): Promise<Problem | undefined> {
  const { outcome } = await sendParts(client, submits, () => undefined);
  switch (outcome.outcome) {
    case 'sent':
      onStep({ step: 'message', found: `accepted by the network for ${to}` });
      return undefined;
    case 'uncertain':
      return { what: outcome.reason, remedy: `ask at ${to} whether it arrived before you send it again` };
    case 'failed': {
      const passes = outcome.retry && outcome.isChannelFault !== true;
      const remedy = passes ? 'try again in a few minutes' : 'fix this, then try again';
      return { what: `the message to ${to} was not sent: ${outcome.reason}`, remedy };
    }
  }
}
