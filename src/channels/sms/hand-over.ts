import type { Outcome } from '../channel.js';
import { described, valueIn, type Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import type { Submit } from './pdu/submit.js';
import { prospectOf, type Prospect } from './refusal.js';

const promptMs = 5_000;
const networkMs = 60_000;
const escapeMs = 1_000;
const endOfText = '\u001a';
const escape = '\u001b';

/** What became of one part; `renew`: the modem is in a state that nobody knows. */
type Fate =
  | { readonly fate: 'sent'; readonly reference: string; readonly renew: boolean }
  | { readonly fate: 'failed'; readonly prospect: Prospect; readonly renew: boolean }
  | { readonly fate: 'uncertain'; readonly reason: string };

export type HandedOver = { readonly outcome: Outcome; readonly renew: boolean };

/** Before the text was given nothing is sent, whatever happens. */
async function notBegun(exchange: Exchange, answer: Answer): Promise<Fate> {
  if (answer.kind === 'error') return { fate: 'failed', prospect: prospectOf(answer), renew: false };
  const reason = answer.kind === 'lost' ? answer.reason : 'the modem did not ask for the text';
  // The prompt may come yet: the escape ends it.
  await exchange.give(escape, escapeMs);
  return { fate: 'failed', prospect: { retry: true, reason }, renew: true };
}

function settled(answer: Answer): Fate {
  const reference = /^\d{1,3}$/.exec(valueIn(answer.lines, '+CMGS:')?.split(',')[0] ?? '')?.[0];
  // The reference is the network's word, with or without the end of the answer.
  if (reference !== undefined) return { fate: 'sent', reference, renew: answer.kind !== 'ok' };
  if (answer.kind === 'error') return { fate: 'failed', prospect: prospectOf(answer), renew: false };
  return { fate: 'uncertain', reason: `the text was given, and ${described(answer)}` };
}

async function part(exchange: Exchange, { pdu, octets }: Submit): Promise<Fate> {
  const asked = await exchange.askForPrompt(`AT+CMGS=${octets}`, promptMs);
  if (asked.kind !== 'prompt') return notBegun(exchange, asked);
  return settled(await exchange.give(pdu + endOfText, networkMs));
}

/** Which part it was, and what went before it. */
function told(reason: string, place: number, parts: number): string {
  if (parts === 1) return reason;
  const before = place === 0 ? 'none went before it' : place === 1 ? 'part 1 went' : `parts 1 to ${place} went`;
  return `part ${place + 1} of ${parts}: ${reason}; ${before}`;
}

/** Gives the parts to the modem in their order, and stops at the first that does not go. */
export async function handOver(
  exchange: Exchange,
  parts: readonly Submit[],
  onGiving: (part: number) => void,
): Promise<HandedOver> {
  const references: string[] = [];
  let renew = false;
  for (const [place, submit] of parts.entries()) {
    onGiving(place + 1);
    const one = await part(exchange, submit);
    if (one.fate === 'uncertain') {
      const reason = told(one.reason, place, parts.length);
      return { outcome: { outcome: 'uncertain', reason, references }, renew: true };
    }
    if (one.fate === 'failed') {
      const reason = told(one.prospect.reason, place, parts.length);
      return { outcome: { outcome: 'failed', ...one.prospect, reason, references }, renew: one.renew };
    }
    references.push(one.reference);
    renew ||= one.renew;
  }
  return { outcome: { outcome: 'sent', references }, renew };
}
