import { isKnownAlertName } from '../records/alert-name.js';
import { isFromAlert, type Message } from './message.js';

/**
 * The order in which a channel sends what is queued: alerts before other messages, and among them those of the device
 * that was served longest ago, so that a flood of one device delays no other. The posted ones go by user in the same way.
 */
export type SendOrder = {
  /** Of messages in the order of the queue, the next one to send. */
  readonly next: (queued: Iterable<Message>) => Message | undefined;
  /** Call when it is being sent. */
  readonly onSent: (message: Message) => void;
};

/** Owners whose last turn is kept; of the others it is too long ago to matter. */
const MAX_OWNERS = 10_000;

export function createSendOrder(): SendOrder {
  /** when an owner was last served, oldest first */
  const turns = new Map<string, number>();
  let turn = 0;

  return {
    next(queued) {
      let first: Candidate | undefined;
      for (const message of queued) {
        const isAlert = isFromAlert(message);
        const candidate = { message, isAlert, served: turns.get(ownerOf(message)) ?? 0 };
        if (first === undefined || isBefore(candidate, first)) first = candidate;
      }
      return first?.message;
    },
    onSent(message) {
      const owner = ownerOf(message);
      turns.delete(owner);
      turns.set(owner, (turn += 1));
      const [oldest] = turns.keys();
      if (turns.size > MAX_OWNERS && oldest !== undefined) turns.delete(oldest);
    },
  };
}

type Candidate = { readonly message: Message; readonly isAlert: boolean; readonly served: number };

const ownerOf = (message: Message): string =>
  isFromAlert(message) ? `device ${message.deviceId}` : `user ${message.cause.user}`;

/** Among those whose turn is equally long ago, the alerts that the API names go before invented ones. */
function isBefore(a: Candidate, b: Candidate): boolean {
  if (a.isAlert !== b.isAlert) return a.isAlert;
  if (a.served !== b.served) return a.served < b.served;
  return a.isAlert && !isKnown(b.message) && isKnown(a.message);
}

const isKnown = ({ cause }: Message): boolean => cause.alert?.alerts.some(isKnownAlertName) === true;
