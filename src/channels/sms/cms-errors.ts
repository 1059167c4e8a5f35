import type { AtError } from './at-response.js';
import { configKey } from './sms-config.js';

/** Whether a rejected SMS is worth another attempt. */
export type ErrorClass = { readonly retry: boolean; readonly maxAttempts?: number; readonly reason: string };

/** Temporary errors of the network (3GPP TS 24.011, E-2) and of the modem (27.005, 3.2.5). */
const TEMPORARY_ERRORS = new Map([
  [38, 'the network is out of order'],
  [41, 'the network has a temporary failure'],
  [42, 'the network is congested'],
  [47, 'the network has no free resources'],
  [314, 'the SIM is busy'],
  [331, 'no network'],
  [332, 'the network did not respond in time'],
  [500, 'unknown error'],
]);

/** Errors that persist until the operator acts. */
const PERMANENT_ERRORS = new Map([
  [1, 'the number is not assigned: correct it'],
  [8, 'the operator bars this SIM: ask the operator'],
  [10, 'calls are barred for this SIM: ask the operator'],
  [28, 'the number is unknown: correct it'],
  [29, 'the service is rejected: ask the operator whether the contract includes SMS'],
  [30, 'the subscriber is unknown: ask the operator whether the SIM is active'],
  [50, 'the contract does not include SMS: ask the operator'],
  [69, 'the network does not offer this service: ask the operator'],
  [310, 'no SIM in the modem: insert one'],
  [311, `the SIM requires its PIN: set ${configKey('pin')}`],
  [312, 'the modem requires its own lock code: enter it by hand'],
  [313, 'the SIM failed: insert it again, or replace it'],
  [315, 'the modem is locked to another SIM: use that SIM, or another modem'],
  [316, 'the SIM is locked: unlock it with its PUK'],
  [317, 'the SIM requires its PIN2: enter it in a telephone'],
  [318, 'the SIM requires its PUK2: enter it in a telephone'],
  [330, `the number of the message center is unknown: set ${configKey('smsc')}`],
]);

const isUnsupportedByModem = (code: number): boolean => code >= 301 && code <= 305;

/** An unknown error is worth a second attempt, no more. */
export function classifyError({ text, code = -1 }: AtError): ErrorClass {
  const temporary = TEMPORARY_ERRORS.get(code);
  if (temporary !== undefined) return { retry: true, reason: `${temporary} (${text})` };
  const permanent =
    PERMANENT_ERRORS.get(code) ??
    (isUnsupportedByModem(code) ? 'the modem does not support this: replace it' : undefined);
  if (permanent !== undefined) return { retry: false, reason: `${permanent} (${text})` };
  return { retry: true, maxAttempts: 2, reason: `the modem rejected it (${text})` };
}
