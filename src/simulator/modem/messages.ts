import { readSubmit, writeStatusReport, type SubmittedSms } from './sms-pdu.js';
import type { ModemState } from './state.js';
import type { ModemReplies } from './replies.js';

/** A fault of the next SMS. */
type ModemFault =
  | { readonly kind: 'refuse'; readonly at: 'command' | 'text'; readonly code: number | 'none' }
  | { readonly kind: 'no-prompt' }
  /** accepts the SMS without a reply */
  | { readonly kind: 'silent' }
  /** accepts the SMS and sends its reference, but no OK */
  | { readonly kind: 'no-ok' }
  /** calls `run` instead of a reply to the text */
  | { readonly kind: 'instead'; readonly run: () => void };

type TakenSms = SubmittedSms & { readonly reference: number };

/** The SMS commands of a modem in a network that accepts all messages. */
export type SimulatedMessages = {
  readonly fail: (...faults: readonly (ModemFault | undefined)[]) => void;
  /** +CMGS: waits for a text, unless the command is refused. */
  readonly start: (argument: string) => void;
  readonly isAwaited: () => boolean;
  readonly finish: (text: string) => void;
  /** Stops waiting for the text. */
  readonly cancel: () => void;
  readonly report: (sms: TakenSms, status: number) => void;
  readonly taken: readonly TakenSms[];
  /** numbers of PDUs that were sent in text mode by mistake */
  readonly sentAsText: readonly string[];
};

export function createSimulatedMessages(
  { send, line, replyOk, replyError }: ModemReplies,
  state: ModemState,
): SimulatedMessages {
  const taken: TakenSms[] = [];
  const sentAsText: string[] = [];
  const faults: (ModemFault | undefined)[] = [];
  let reference = 0;
  let awaited: { readonly argument: string; readonly fault: ModemFault | undefined } | undefined;

  function refuseSms(code: number | 'none'): void {
    if (code === 'none') line('ERROR');
    else line(`+CMS ERROR: ${code}`);
  }

  function accept(pdu: string, octets: number, fault: ModemFault | undefined): void {
    const sms = readSubmit(pdu);
    if (sms?.octets !== octets) {
      replyError('CMS', 304);
      return;
    }
    reference = (reference + 1) % 256;
    taken.push({ ...sms, reference });
    if (fault?.kind === 'instead') fault.run();
    else if (fault?.kind === 'no-ok') line(`+CMGS: ${reference}`);
    else if (fault === undefined) replyOk(`+CMGS: ${reference}`);
  }

  return {
    fail: (...next) => void faults.push(...next),
    start(argument) {
      const fault = faults.shift();
      if (!state.settings.simOpen) replyError('CMS', 311);
      else if (fault?.kind === 'refuse' && fault.at === 'command') refuseSms(fault.code);
      else if (fault?.kind !== 'no-prompt') {
        awaited = { argument, fault };
        send('\r\n> ');
      }
    },
    isAwaited: () => awaited !== undefined,
    finish(text) {
      const { argument = '', fault } = awaited ?? {};
      awaited = undefined;
      if (fault?.kind === 'refuse') refuseSms(fault.code);
      else if (!state.settings.pduMode) sentAsText.push(argument);
      else accept(text, Number(argument), fault);
    },
    cancel() {
      awaited = undefined;
    },
    report({ reference: messageReference, to }, status) {
      if (!state.settings.reports) return;
      const { pdu, octets } = writeStatusReport(messageReference, to, status);
      send(`\r\n+CDS: ${octets}\r\n${pdu}\r\n`);
    },
    taken,
    sentAsText,
  };
}
