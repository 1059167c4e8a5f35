import { failure, success, type Result } from '../../../errors.js';
import { decodeAddress } from './address.js';
import { octetsOf, type Octets } from './octets.js';
import { timestampOf } from './timestamp.js';
import { userDataOf, type UserData } from './user-data.js';

/** A received SMS. */
export type Deliver = UserData & {
  readonly type: 'deliver';
  /** a number, or a name */
  readonly from: string;
  readonly sentAt: string;
};

/** The network's report about a sent SMS. */
export type StatusReport = {
  readonly type: 'status-report';
  /** the modem's reference of the SMS, 0 to 255 */
  readonly reference: number;
  readonly to: string;
  readonly fate: 'delivered' | 'trying' | 'failed';
  /** the network's status code (3GPP TS 23.040, 9.2.3.15) */
  readonly status: number;
  readonly reportedAt: string;
};

const TYPE_MASK = 0x03;
const DELIVER = 0x00;
const STATUS_REPORT = 0x02;
const HAS_HEADER = 0x40;

function addressOf(octets: Octets): string | undefined {
  const count = octets.next();
  const type = octets.next();
  const digits = count === undefined ? undefined : octets.take(Math.ceil(count / 2));
  return count === undefined || type === undefined || digits === undefined
    ? undefined
    : decodeAddress(count, type, digits);
}

function stampOf(octets: Octets): string | undefined {
  const stamp = octets.take(7);
  return stamp === undefined ? undefined : timestampOf(stamp);
}

function deliverOf(octets: Octets, first: number): Deliver | undefined {
  const from = addressOf(octets);
  octets.next(); // protocol identifier: ignored, all are shown as text
  const scheme = octets.next();
  const sentAt = stampOf(octets);
  const length = octets.next();
  if (from === undefined || scheme === undefined || sentAt === undefined || length === undefined) return undefined;
  const data = userDataOf(octets.rest(), length, scheme, (first & HAS_HEADER) !== 0);
  return data && { type: 'deliver', from, sentAt, ...data };
}

function statusReportOf(octets: Octets): StatusReport | undefined {
  const reference = octets.next();
  const to = addressOf(octets);
  const submittedAt = stampOf(octets);
  const reportedAt = stampOf(octets);
  const status = octets.next();
  if (reference === undefined || to === undefined || submittedAt === undefined) return undefined;
  if (reportedAt === undefined || status === undefined) return undefined;
  return { type: 'status-report', reference, to, fate: fateOf(status), status, reportedAt };
}

/** 0x20 to 0x3f: the network keeps trying; from 0x40 on it gave up. */
function fateOf(status: number): StatusReport['fate'] {
  if (status < 0x20) return 'delivered';
  return status < 0x40 ? 'trying' : 'failed';
}

/** Decodes a PDU in hexadecimal, which starts with the number of the message center (3GPP TS 23.040, 9.2.2). */
export function decodeReceived(hex: string): Result<Deliver | StatusReport> {
  const octets = octetsOf(hex);
  const centerOctets = octets?.next();
  const first = centerOctets === undefined || octets?.take(centerOctets) === undefined ? undefined : octets.next();
  if (octets === undefined || first === undefined)
    return failure('validation_failed', 'the PDU must be octets in hexadecimal');
  const type = first & TYPE_MASK;
  if (type !== DELIVER && type !== STATUS_REPORT) {
    return failure('validation_failed', `the PDU must be a DELIVER or a STATUS-REPORT; its type is ${type}`);
  }
  const received = type === DELIVER ? deliverOf(octets, first) : statusReportOf(octets);
  return received === undefined
    ? failure('validation_failed', 'the PDU is truncated, or its content is not text')
    : success(received);
}
