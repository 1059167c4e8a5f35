import { messageOf } from '../../errors.js';
import { isTcpPath } from '../../schema/ports/port-path.js';
import type { OpenPort } from '../../serial/transport/port-types.js';
import type { Timers } from '../../time/timers.js';
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

/** One thing that was looked at, and found to be well. */
export type ModemCheckStep = { readonly step: string; readonly found: string };

type ModemCheckOptions = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly timers: Timers;
  /** sent at the end; left out: nothing is */
  readonly message?: { readonly to: string; readonly text: string };
  /** Hears each as soon as it is known. */
  readonly onStep: (step: ModemCheckStep) => void;
};

/** After it has got its PIN a modem may need half a minute to find its network. */
const REGISTRATION_TIMEOUT_MS = 60_000;
const RETRY_MS = 2_000;
/** dBm; below it a message goes now and then */
const WEAK_SIGNAL_DBM = -100;

const STEP_OF_STAGE: Readonly<Record<InitStage, ModemCheckStep>> = {
  answers: { step: 'modem', found: 'answers' },
  unlocked: { step: 'SIM', found: 'open' },
};

/** Looks at the modem step by step, and stops at what is amiss: resolves with it, or with nothing when all is well. */
export async function checkModem({
  config,
  openPort,
  timers,
  message,
  onStep,
}: ModemCheckOptions): Promise<Problem | undefined> {
  const { path, baudRate, pin, smsc } = config;
  const submits = message && encodeSubmits({ ...message, reference: 0, wantsReport: false });
  if (submits?.ok === false)
    return { what: submits.message, remedy: 'correct it: nothing was opened, and nothing sent' };
  const statusTracker = createModemStatusTracker();
  const opening = openModem({ config, openPort, timers, onLine: statusTracker.onLine, onLost: () => undefined });
  const modem = await opening.catch((error: unknown): Problem => ({
    what: messageOf(error),
    remedy: 'waypost ports shows the ports there are, and who has them open',
  }));
  if ('what' in modem) return modem;
  onStep({ step: 'port', found: `${path}${isTcpPath(path) ? '' : ` at ${baudRate} bit/s`}` });

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
    client.end('the check is over');
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
      found: `not registered yet; it is waited for, ${REGISTRATION_TIMEOUT_MS / 1000} s at most`,
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
  const strength = signal === null ? 'not known' : `${signal} dBm`;
  const advice = signal !== null && signal < WEAK_SIGNAL_DBM ? ', which is weak: move the antenna' : '';
  onStep({ step: 'signal', found: `${strength}${advice}` });
  return undefined;
}

async function checkServiceCenter(client: AtClient, onStep: OnStep): Promise<Problem | undefined> {
  const response = await client.ask('AT+CSCA?');
  const value = valueIn(response.lines, '+CSCA:');
  const serviceCenter = /^"([^"]{0,80})"/.exec(value ?? '')?.[1];
  if (response.kind !== 'ok' || serviceCenter === undefined) {
    onStep({ step: 'message centre', found: 'the modem does not tell its number' });
    return undefined;
  }
  if (serviceCenter === '') {
    const remedy = `ask the operator for its number, and give it in ${configKey('smsc')}`;
    return { what: 'the SIM does not know the message centre', remedy };
  }
  onStep({ step: 'message centre', found: serviceCenter });
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
      onStep({ step: 'message', found: `the network has taken it for ${to}` });
      return undefined;
    case 'uncertain':
      return { what: outcome.reason, remedy: `ask at ${to} whether it came before it is sent again` };
    case 'failed': {
      const remedy = outcome.retry ? 'try again in some minutes' : 'put that right, and try again';
      return { what: `the message to ${to} was not sent: ${outcome.reason}`, remedy };
    }
  }
}
