import type { AtError } from './at-response.js';
import { configKey } from './sms-config.js';

/** What a refused SMS means for it and for those after it. */
export type ErrorClass = {
  /** false: the number or this text is at fault */
  readonly retry: boolean;
  readonly maxAttempts?: number;
  /** the SIM, the contract, the modem or the network is at fault: the next SMS would fail too */
  readonly isChannelFault?: true;
  readonly reason: string;
};

/**
 * `number`, `text`: what this SMS is about, so it fails; `passing`: over in a moment; `standing`: nothing leaves until a person
 * acts.
 */
type Kind = 'number' | 'text' | 'passing' | 'standing';
type Row = readonly [kind: Kind, reason: string];

const UNKNOWN_CENTER: Row = ['standing', `the number of the message center is unknown: set ${configKey('smsc')}`];
const CENTER_REFUSES: Row = ['standing', 'the message center refuses SMS of this SIM: ask the operator'];
const BAD_TEXT: Row = ['text', 'the network or the modem cannot read this text'];

/** RP causes (3GPP TS 24.011, 8.2.5.4 and annex E-2), TP causes (23.040, 9.2.3.22) and errors of the modem (27.005, 3.2.5). */
const CMS_ERRORS: ReadonlyMap<number, Row> = new Map<number, Row>([
  [1, ['number', 'the number is not assigned: correct it']],
  [8, ['standing', 'the operator bars this SIM: ask the operator']],
  [10, ['standing', 'calls are barred for this SIM: ask the operator']],
  [17, ['passing', 'the network has a failure']],
  [21, ['standing', 'the network rejects SMS of this SIM: ask the operator, and check its credit']],
  [22, ['passing', 'the memory of the network or the modem is full']],
  [27, ['passing', 'the telephone of the recipient cannot be reached']],
  [28, ['standing', 'the network does not know the SIM of this gateway: ask the operator whether it is active']],
  [29, ['standing', 'the service is rejected: ask the operator whether the contract includes SMS']],
  [30, ['standing', 'the subscriber is unknown: ask the operator whether the SIM is active']],
  [38, ['passing', 'the network is out of order']],
  [41, ['passing', 'the network has a temporary failure']],
  [42, ['passing', 'the network is congested']],
  [47, ['passing', 'the network has no free resources']],
  [50, ['standing', 'the contract does not include SMS: ask the operator']],
  [69, ['standing', 'the network does not offer this service: ask the operator']],
  [95, BAD_TEXT],
  [96, BAD_TEXT],
  [111, ['passing', 'the network reports an error of the protocol']],
  [127, ['passing', 'networks do not work together at present']],
  [144, BAD_TEXT],
  [192, ['passing', 'the message center is busy']],
  [193, CENTER_REFUSES],
  [194, ['passing', 'the message center has a failure']],
  [195, ['number', 'the number is invalid: correct it']],
  [196, ['number', 'the operator bars this number: use another one']],
  [197, ['text', 'the message center has this SMS already']],
  [208, ['passing', 'the memory of the SIM is full']],
  [300, ['passing', 'the modem has a failure']],
  [301, ['standing', 'the modem does not support this: replace it']],
  [302, ['standing', 'the modem does not allow it: unlock the SIM, or ask the operator']],
  [303, ['standing', 'the modem does not support this: replace it']],
  [304, ['text', 'the modem cannot read this SMS']],
  [305, ['text', 'the modem cannot read this SMS']],
  [310, ['standing', 'no SIM in the modem: insert one']],
  [311, ['standing', `the SIM requires its PIN: set ${configKey('pin')}`]],
  [312, ['standing', 'the modem requires its own lock code: enter it by hand']],
  [313, ['standing', 'the SIM failed: insert it again, or replace it']],
  [314, ['passing', 'the SIM is busy']],
  [315, ['standing', 'the modem is locked to another SIM: use that SIM, or another modem']],
  [316, ['standing', 'the SIM is locked: unlock it with its PUK']],
  [317, ['standing', 'the SIM requires its PIN2: enter it in a telephone']],
  [318, ['standing', 'the SIM requires its PUK2: enter it in a telephone']],
  [320, ['passing', 'the memory of the modem has a failure']],
  [322, ['passing', 'the memory of the modem is full']],
  [330, UNKNOWN_CENTER],
  [331, ['passing', 'no network']],
  [332, ['passing', 'the network did not respond in time']],
  [500, ['passing', 'unknown error']],
]);

/** The same number means something else here (3GPP TS 27.007, 9.2); some modems send these after AT+CMGS. */
const CMS_OF_CME: Readonly<Partial<Record<number, number>>> = {
  3: 302,
  4: 303,
  5: 312,
  10: 310,
  11: 311,
  12: 316,
  13: 313,
  14: 314,
  15: 315,
  17: 317,
  18: 318,
  20: 322,
  23: 320,
  30: 331,
  31: 332,
  32: 29,
};

/** From here on they are the manufacturer's own: about the modem, not about the number. */
const FIRST_OWN_CODE = 512;
const OWN_ERROR: Row = ['passing', 'the modem has an error of its own'];

function rowOf({ text, code, isEquipment }: AtError): Row | undefined {
  // Words instead of a code, after AT+CMEE=2: of all of them, only these are about the number.
  if (code === undefined) return text === 'ERROR' ? undefined : verboseRow(text);
  if (isEquipment === true) return CMS_ERRORS.get(CMS_OF_CME[code] ?? -1) ?? OWN_ERROR;
  return CMS_ERRORS.get(code) ?? (code >= FIRST_OWN_CODE ? OWN_ERROR : undefined);
}

function verboseRow(text: string): Row {
  if (/unassigned|invalid (?:sme|destination|number)/i.test(text))
    return ['number', 'the number is not assigned: correct it'];
  if (/sms?c? address/i.test(text)) return UNKNOWN_CENTER;
  return OWN_ERROR;
}

/** An unknown error, or one without a code, is worth a second attempt, no more. */
export function classifyError(error: AtError): ErrorClass {
  const { text } = error;
  const [kind, why] = rowOf(error) ?? [];
  if (kind === undefined) return { retry: true, maxAttempts: 2, reason: `the modem rejected it (${text})` };
  const reason = `${why} (${text})`;
  if (kind === 'standing') return { retry: true, isChannelFault: true, reason };
  return { retry: kind === 'passing', reason };
}
