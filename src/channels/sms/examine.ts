import { messageOf } from '../../errors.js';
import { isTcpPath } from '../../schema/port-path.js';
import type { OpenPort } from '../../serial/port.js';
import type { Timers } from '../../serial/timers.js';
import type { Trouble } from '../trouble.js';
import { isGone, unanswered, valueIn } from './answer.js';
import type { Exchange } from './exchange.js';
import { handOver } from './hand-over.js';
import { openLine } from './line.js';
import { submitsOf, type Submit } from './pdu/submit.js';
import { createUnlock } from './pin.js';
import { key, type SmsConfig } from './sms-config.js';
import { look, startUp, type Stage } from './start-up.js';
import { createWatch, type Watch } from './watch.js';

/** One thing that was looked at, and found to be well. */
export type Step = { readonly step: string; readonly found: string };

type Parts = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly timers: Timers;
  /** sent at the end; left out: nothing is */
  readonly message?: { readonly to: string; readonly text: string };
  /** Hears each as soon as it is known. */
  readonly onStep: (step: Step) => void;
};

/** After it has got its PIN a modem may need half a minute to find its network. */
const registerMs = 60_000;
const againMs = 2_000;
/** dBm; below it a message goes now and then */
const weak = -100;

const stages: Readonly<Record<Stage, Step>> = {
  answers: { step: 'modem', found: 'answers' },
  unlocked: { step: 'SIM', found: 'open' },
};

/** Looks at the modem step by step, and stops at what is amiss: resolves with it, or with nothing when all is well. */
export async function examine({ config, openPort, timers, message, onStep }: Parts): Promise<Trouble | undefined> {
  const { path, baudRate, pin, smsc } = config;
  const submits = message && submitsOf({ ...message, reference: 0, wantsReport: false });
  if (submits?.ok === false)
    return { what: submits.message, remedy: 'correct it: nothing was opened, and nothing sent' };
  const watch = createWatch();
  const opening = openLine({ config, openPort, timers, onLine: watch.hear, onLost: () => undefined });
  const opened = await opening.catch((error: unknown): Trouble => ({
    what: messageOf(error),
    remedy: 'waypost ports shows the ports there are, and who has them open',
  }));
  if ('what' in opened) return opened;
  onStep({ step: 'port', found: `${path}${isTcpPath(path) ? '' : ` at ${baudRate} bit/s`}` });

  const { exchange, port } = opened;
  const onStage = (stage: Stage): void => {
    onStep(stages[stage]);
  };
  try {
    return (
      (await startUp({ exchange, unlock: createUnlock(pin), smsc, onStage })) ??
      (await findNetwork(exchange, watch, timers, onStep)) ??
      (await findCentre(exchange, onStep)) ??
      (message && submits && (await give(exchange, submits.value, message.to, onStep)))
    );
  } finally {
    exchange.end('the check is over');
    await port.close();
  }
}

type OnStep = Parts['onStep'];

async function findNetwork(
  exchange: Exchange,
  watch: Watch,
  timers: Timers,
  onStep: OnStep,
): Promise<Trouble | undefined> {
  const until = timers.now() + registerMs;
  if (!watch.view().registered) {
    onStep({ step: 'network', found: `not registered yet; it is waited for, ${registerMs / 1000} s at most` });
  }
  while (!watch.view().registered && timers.now() < until) {
    await exchange.pause(againMs);
    const looked = await look(exchange);
    if (isGone(looked)) return unanswered(looked);
  }
  const { trouble, operator, signal } = watch.view();
  if (trouble !== null) return trouble;
  onStep({ step: 'network', found: operator === undefined ? 'registered' : `registered with ${operator}` });
  const strength = signal === null ? 'not known' : `${signal} dBm`;
  const advice = signal !== null && signal < weak ? ', which is weak: move the antenna' : '';
  onStep({ step: 'signal', found: `${strength}${advice}` });
  return undefined;
}

async function findCentre(exchange: Exchange, onStep: OnStep): Promise<Trouble | undefined> {
  const answer = await exchange.ask('AT+CSCA?');
  const said = valueIn(answer.lines, '+CSCA:');
  const centre = /^"([^"]{0,80})"/.exec(said ?? '')?.[1];
  if (answer.kind !== 'ok' || centre === undefined) {
    onStep({ step: 'message centre', found: 'the modem does not tell its number' });
    return undefined;
  }
  if (centre === '') {
    const remedy = `ask the operator for its number, and give it in ${key('smsc')}`;
    return { what: 'the SIM does not know the message centre', remedy };
  }
  onStep({ step: 'message centre', found: centre });
  return undefined;
}

async function give(
  exchange: Exchange,
  submits: readonly Submit[],
  to: string,
  onStep: OnStep,
): Promise<Trouble | undefined> {
  const { outcome } = await handOver(exchange, submits, () => undefined);
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
