import type { SendResult } from '../channel.js';
import { describeResponse, valueIn, type AtResponse } from './at-response.js';
import type { AtClient } from './at-client.js';
import type { Submit } from './pdu/submit.js';
import { classifyError, type ErrorClass } from './cms-errors.js';

const PROMPT_TIMEOUT_MS = 5_000;
const NETWORK_TIMEOUT_MS = 60_000;
const ESCAPE_TIMEOUT_MS = 1_000;
const END_OF_TEXT = '\u001a';
const ESCAPE = '\u001b';

/** The result of one part; `reopen`: the modem is in an unknown state. */
type PartResult =
  | { readonly result: 'sent'; readonly reference: string; readonly reopen: boolean }
  | { readonly result: 'failed'; readonly errorClass: ErrorClass; readonly reopen: boolean }
  | { readonly result: 'uncertain'; readonly reason: string };

export type SendPartsResult = {
  readonly outcome: SendResult;
  readonly reopen: boolean;
  /** why the next SMS would fail too; omitted: it would not */
  readonly refusal?: string;
};

/** Nothing was sent: the modem has not received the text. */
async function promptMissing(client: AtClient, response: AtResponse): Promise<PartResult> {
  if (response.kind === 'error') return { result: 'failed', errorClass: classifyError(response), reopen: false };
  const reason = response.kind === 'lost' ? response.reason : 'the modem did not ask for the text';
  // The prompt may still come: the escape ends it.
  await client.give(ESCAPE, ESCAPE_TIMEOUT_MS);
  return { result: 'failed', errorClass: { retry: true, reason }, reopen: true };
}

function partResultOf(response: AtResponse): PartResult {
  const reference = /^\d{1,3}$/.exec(valueIn(response.lines, '+CMGS:')?.split(',')[0] ?? '')?.[0];
  // The reference proves that the network accepted the SMS, even if the response never ends.
  if (reference !== undefined) return { result: 'sent', reference, reopen: response.kind !== 'ok' };
  if (response.kind === 'error') return { result: 'failed', errorClass: classifyError(response), reopen: false };
  return { result: 'uncertain', reason: `the text was handed over, but ${describeResponse(response)}` };
}

async function sendPart(client: AtClient, { pdu, octets }: Submit): Promise<PartResult> {
  const prompted = await client.askForPrompt(`AT+CMGS=${octets}`, PROMPT_TIMEOUT_MS);
  if (prompted.kind !== 'prompt') return promptMissing(client, prompted);
  return partResultOf(await client.give(pdu + END_OF_TEXT, NETWORK_TIMEOUT_MS));
}

/** Adds which part it was, and which parts were sent before it. */
function withPartNumber(reason: string, index: number, parts: number): string {
  if (parts === 1) return reason;
  const before = index === 0 ? 'no part was sent' : index === 1 ? 'part 1 was sent' : `parts 1 to ${index} were sent`;
  return `part ${index + 1} of ${parts}: ${reason}; ${before}`;
}

/** Sends the parts in order; stops at the first that fails. */
export async function sendParts(
  client: AtClient,
  parts: readonly Submit[],
  onPart: (part: number) => void,
): Promise<SendPartsResult> {
  const references: string[] = [];
  let reopen = false;
  for (const [index, submit] of parts.entries()) {
    onPart(index + 1);
    const partResult = await sendPart(client, submit);
    if (partResult.result === 'uncertain') {
      const reason = withPartNumber(partResult.reason, index, parts.length);
      return { outcome: { outcome: 'uncertain', reason, references }, reopen: true };
    }
    if (partResult.result === 'failed') {
      const { errorClass } = partResult;
      const reason = withPartNumber(errorClass.reason, index, parts.length);
      return {
        outcome: { outcome: 'failed', ...errorClass, reason, references },
        reopen: partResult.reopen,
        ...(errorClass.isChannelFault && { refusal: errorClass.reason }),
      };
    }
    references.push(partResult.reference);
    reopen ||= partResult.reopen;
  }
  return { outcome: { outcome: 'sent', references }, reopen };
}
