import type { AtError } from './at-response.js';
import { configKey } from './sms-config.js';

/** Whether an SMS that was refused may go later. */
export type ErrorClass = { readonly retry: boolean; readonly maxAttempts?: number; readonly reason: string };

/** Codes of the network (3GPP TS 24.011, E-2) and of the modem (27.005, 3.2.5) that pass. */
const TEMPORARY_ERRORS = new Map([
  [38, 'the network is out of order'],
  [41, 'the network has a temporary failure'],
  [42, 'the network is congested'],
  [47, 'the network has no resources at present'],
  [314, 'the SIM is busy'],
  [331, 'there is no network'],
  [332, 'the network did not answer in time'],
  [500, 'the modem does not know why'],
]);

/** Codes that stay until somebody does something. */
const PERMANENT_ERRORS = new Map([
  [1, 'the number is not in use: correct it'],
  [8, 'the operator bars this SIM: ask the operator'],
  [10, 'calls are barred for this SIM: ask the operator'],
  [28, 'the number is not known: correct it'],
  [29, 'the facility is rejected: ask the operator whether the contract has SMS'],
  [30, 'the subscriber is unknown: ask the operator whether the SIM is active'],
  [50, 'the contract has no SMS: ask the operator'],
  [69, 'the network does not have this facility: ask the operator'],
  [310, 'there is no SIM in the modem: put it in'],
  [311, `the SIM asks for its PIN: configure ${configKey('pin')}`],
  [312, 'the modem asks for a code of its own: enter it by hand'],
  [313, 'the SIM has failed: put it in again, or replace it'],
  [315, 'this is the wrong SIM for the modem'],
  [316, 'the SIM is locked: unlock it with its PUK'],
  [317, 'the SIM asks for its PIN2'],
  [318, 'the SIM asks for its PUK2'],
  [330, `the number of the message centre is unknown: configure ${configKey('smsc')}`],
]);

const isUnsupportedByModem = (code: number): boolean => code >= 301 && code <= 305;

/** What a refusal means; one of unknown meaning is worth a second attempt, no more. */
export function classifyError({ text, code = -1 }: AtError): ErrorClass {
  const temporary = TEMPORARY_ERRORS.get(code);
  if (temporary !== undefined) return { retry: true, reason: `${temporary} (${text})` };
  const permanent =
    PERMANENT_ERRORS.get(code) ?? (isUnsupportedByModem(code) ? 'the modem can not do this: replace it' : undefined);
  if (permanent !== undefined) return { retry: false, reason: `${permanent} (${text})` };
  return { retry: true, maxAttempts: 2, reason: `the modem refused it (${text})` };
}
