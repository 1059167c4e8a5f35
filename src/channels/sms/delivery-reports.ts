import type { DeliveryReport } from '../channel.js';
import { decodeReceived } from './pdu/received.js';

type SentPart = { readonly id: string; readonly to: string; readonly part: number; readonly parts: number };

export type DeliveryReports = {
  /** Call before a part is sent; the next reference that the modem reports is its reference. */
  onSending: (sent: SentPart) => void;
  onLine: (line: string) => void;
  /** Call when the port is reopened: a half-received report is dropped. */
  reset: () => void;
};

/** Enough to tell numbers apart: a report may have the number in another form than dialed. */
const COMPARED_DIGITS = 6;
const lastDigits = (number: string): string => number.slice(-COMPARED_DIGITS);

/**
 * Matches reports with the parts that were sent, by reference and number. There are only 256 references: reuse of one
 * drops the earlier part.
 */
export function createDeliveryReports(onDeliveryReport: (report: DeliveryReport) => void): DeliveryReports {
  const pending = new Map<number, SentPart>();
  let sending: SentPart | undefined;
  let expectsPdu = false;

  function readReport(pdu: string): void {
    const received = decodeReceived(pdu);
    if (!received.ok || received.value.type !== 'status-report') return;
    const { reference, to, fate, status } = received.value;
    const sent = pending.get(reference);
    if (sent === undefined || lastDigits(sent.to) !== lastDigits(to)) return;
    if (fate !== 'trying') pending.delete(reference);
    onDeliveryReport({ id: sent.id, part: sent.part, parts: sent.parts, fate, status });
  }

  return {
    onSending(sent) {
      sending = sent;
    },
    onLine(line) {
      // Read here and not from the response: a report may arrive in the same chunk as the reference.
      const reference = /^\+CMGS: *(\d{1,3})/.exec(line)?.[1];
      if (reference !== undefined && sending !== undefined) {
        pending.set(Number(reference), sending);
        sending = undefined;
      }
      // The PDU is on the line after +CDS.
      if (expectsPdu) readReport(line);
      expectsPdu = line.startsWith('+CDS:');
    },
    reset() {
      sending = undefined;
      expectsPdu = false;
    },
  };
}
