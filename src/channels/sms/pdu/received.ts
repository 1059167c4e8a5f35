import { failure, success, type Result } from '../../../errors.js';
import { decodeAddress } from './address.js';
import { octetsOf, type Octets } from './octets.js';
import { timestampOf } from './timestamp.js';
import { userDataOf, type UserData } from './user-data.js';

/** An SMS that came. */
export type Deliver = UserData & {
  readonly type: 'deliver';
  /** a number, or a name */
  readonly from: string;
  readonly sentAt: string;
};

/** What became of an SMS that was sent. */
export type StatusReport = {
  readonly type: 'status-report';
  /** as the modem called it when it took the SMS, 0 to 255 */
  readonly reference: number;
  readonly to: string;
  readonly fate: 'delivered' | 'trying' | 'failed';
  /** the network's own word (3GPP TS 23.040, 9.2.3.15) */
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
  octets.next(); // the protocol identifier: all are shown as text
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
  const takenAt = stampOf(octets);
  const reportedAt = stampOf(octets);
  const status = octets.next();
  if (reference === undefined || to === undefined || takenAt === undefined) return undefined;
  if (reportedAt === undefined || status === undefined) return undefined;
  return { type: 'status-report', reference, to, fate: fateOf(status), status, reportedAt };
}

/** From 0x60 on the network has given up too; from 0x20 to 0x3f it tries on. */
function fateOf(status: number): StatusReport['fate'] {
  if (status < 0x20) return 'delivered';
  return status < 0x40 ? 'trying' : 'failed';
}

/** What a modem hands over in hexadecimal, the message centre's number before it (3GPP TS 23.040, 9.2.2). */
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
    ? failure('validation_failed', 'the PDU is cut short, or its content is no text')
    : success(received);
}
